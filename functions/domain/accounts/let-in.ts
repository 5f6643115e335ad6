import type { SignedIn } from '#shared/contract/advisers.ts';
import { getTogether, itemAt, type Key, query, transact, type Write } from '../../aws/table.ts';
import { removedAfter } from '../../aws/table-index.ts';
import { firmEntry } from '../../services/audit-log/firm-log.ts';
import { unauthorised } from '../../services/errors.ts';
import * as KEYS from '../../services/keys/item-kinds.ts';
import { adviserPartition, childKeyOf, idOf, itemKey, newId } from '../../services/keys/keys.ts';
import { DEVICE, DEVICE_COOKIE_SECONDS, deviceCookie, deviceMark } from '../../services/sessions/device-cookie.ts';
import type { Visit } from '../../services/sessions/visit.ts';
import type { Settings } from '../../services/settings.ts';
import {
  type AdviserItem,
  adviserKey,
  mustEnrol,
  NO_ACCOUNT,
  personOf,
  sessionKey,
  toAdviser,
  toMe,
  worksAt,
} from './account.ts';
import {
  actorOf,
  clearedHalfCookie,
  type Enrolling,
  endReplaced,
  type HalfSession,
  newHalfSession,
  type SignInBy,
  type Staff,
  sessionCookie,
  sessionItem,
} from './session.ts';

export interface Arrival {
  account: AdviserItem;
  device: StaffDevice | undefined;
  knowsDevices: boolean;
}

export interface SignInContext {
  visit: Visit;
  settings: Settings;
  now: Date;
  half?: HalfSession | undefined;
  former?: Staff | Enrolling | undefined;
}

export interface LetIn {
  body: SignedIn;
  cookies: string[];
}

/** Reads an account, their item for this browser, and whether they have signed in with any browser before. */
export async function arrivalAt(
  adviserId: string | undefined,
  { device: deviceId }: Pick<Visit, 'device'>,
): Promise<Arrival | undefined> {
  const id = adviserId ?? NO_ACCOUNT;
  const key = adviserKey(id);
  const known = deviceId ? [staffDeviceKey(id, deviceMark(deviceId))] : [];
  const [items, anyDevice] = await Promise.all([
    getTogether([key, ...known]),
    query(adviserPartition(id), DEVICE, { limit: 1 }),
  ]);
  const account = itemAt<AdviserItem>(items, key);
  const [device] = known.map((deviceKey) => itemAt<StaffDevice>(items, deviceKey));
  return account && { account, device, knowsDevices: anyDevice.length > 0 };
}

const endFormer = ({ half, former, now }: SignInContext): Write[] => [
  ...(half ? [{ delete: half, when: [['pk', 'exists']] as const, refuse: unauthorised() }] : []),
  ...(former
    ? [
        { delete: sessionKey(former.session.adviserId, former.session.id) },
        ...endReplaced(former.session.adviserId, former.signedIn),
        firmEntry(actorOf(former), { action: 'signed-out', data: {} }, now),
      ]
    : []),
];

async function startHalfSession(
  body: Extract<SignedIn, { next: unknown }>,
  account: AdviserItem,
  by: SignInBy,
  signIn: SignInContext,
  { device, also = [] }: { device?: StaffDevice | undefined; also?: readonly Write[] },
): Promise<LetIn> {
  const content = { next: body.next, version: account.sessionVersion, by, device: device && childKeyOf(device) };
  const { item, cookie } = newHalfSession(idOf(account.pk), content, signIn.now);
  await transact([{ put: { ...item } }, ...endFormer(signIn), ...also]);
  return { body, cookies: [cookie] };
}

/** Starts a half-session for the second factor. A recovery code is always offered. */
export function requireSecondFactor({ account, device }: Arrival, signIn: SignInContext): Promise<LetIn> {
  const { totp, passkeys = 0 } = account;
  const setUp = [...(totp ? ['totp' as const] : []), ...(passkeys > 0 ? ['passkey' as const] : [])];
  return startHalfSession({ next: 'second-factor', methods: [...setUp, 'recovery'] }, account, 'password', signIn, {
    device,
  });
}

/** Signs in, or requires a new password first if an admin set the current one. Throws 401 if `half` was used. */
export async function letIn(
  { account, device, knowsDevices }: Arrival,
  by: SignInBy,
  signIn: SignInContext,
  also: readonly Write[] = [],
): Promise<LetIn> {
  const { visit, settings, now, half } = signIn;
  if (account.mustChangePassword && settings.staff.changeAdminPasswords)
    return startHalfSession({ next: 'change-password' }, account, by, signIn, { also });
  const adviserId = idOf(account.pk);
  const session = { adviserId, id: newId(), version: account.sessionVersion, keyVersion: settings.keys.session };
  const deviceId = visit.device ?? newId();
  const isNew = device === undefined && knowsDevices;
  const data = { by, ...(isNew && { newDevice: visit.label }) };
  const [cookie, given] = await Promise.all([
    sessionCookie(session, now),
    visit.device ? [] : [deviceCookie(deviceId, { remember: true })],
    transact([
      { put: sessionItem(session, now, visit.label) },
      rememberDevice(staffDeviceKey(adviserId, deviceMark(deviceId)), device, visit.label, now),
      firmEntry(personOf(account), { action: 'signed-in', data }, now),
      ...endFormer(signIn),
      ...also,
    ]),
  ]);
  const cookies = [cookie, ...(await Promise.all(given)), ...(half ? [clearedHalfCookie()] : [])];
  const isDue = mustEnrol(account, settings, now);
  return {
    body: { ...toMe(toAdviser(account), worksAt(account.summary, now)), ...(isDue && { mustEnrol: true as const }) },
    cookies,
  };
}

interface StaffDevice extends Key {
  v: 1;
  label: string;
  firstAt: string;
  lastAt: string;
  ttl: number;
}

const staffDeviceKey = (adviserId: string, mark: string) => itemKey(KEYS.knownBrowser, adviserId, mark);

function rememberDevice(key: Key, known: StaffDevice | undefined, label: string, now: Date): Write {
  const lastAt = now.toISOString();
  const until = removedAfter(Math.floor(now.getTime() / 1000) + DEVICE_COOKIE_SECONDS);
  return { put: { ...key, v: 1, label, firstAt: known?.firstAt ?? lastAt, lastAt, ...until } };
}
