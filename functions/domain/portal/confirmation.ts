import { countOf } from '#shared/rules/counted-words.ts';
import type { Condition } from '../../aws/expressions.ts';
import { Conflict } from '../../aws/retry.ts';
import { transact, type Write } from '../../aws/table.ts';
import { type HttpError, notFound, tooMany, unauthorised, wrongCode } from '../../services/errors.ts';
import { childKeyOf, newId } from '../../services/keys/keys.ts';
import { PORTAL_GUESSES } from '../../services/limits.ts';
import { attemptsKey, takeGuess } from '../../services/rate-limit.ts';
import { deviceMark } from '../../services/sessions/device-cookie.ts';
import type { Settings } from '../../services/settings.ts';
import { type ChangeContext, entryWrites } from '../clients/client-writes.ts';
import { linkAsRead } from '../clients/link-validity.ts';
import { idOfPerson, isFirst, type Person } from '../clients/person.ts';
import { type CodesItem, codesKeyOf, type Found, findCode, isPaused, voidCodes } from './codes.ts';
import { asClient, type DeviceItem, isDeviceOf, newDevice, type PortalClient, type Unconfirmed } from './device.ts';

const guessesKey = (person: Person) => attemptsKey('portal-guess', idOfPerson(person));

const EXPIRED = unauthorised('That code has expired. Send a new one.');

/** 429 while no code is accepted. `seconds` is the time to wait. */
export const paused = (seconds: number): HttpError =>
  tooMany(
    `That was too many wrong codes. Please wait ${countOf(Math.ceil(seconds / 60), 'minute')}, then ask for a new one.`,
    seconds,
  );

const NOT_SUSPENDED: Condition = ['summary/portalSuspended', 'absent'];

type Context = ChangeContext<PortalClient>;

/** Cancels all codes and accepts none for 15 minutes. Does nothing during a pause. */
async function pause(context: Context, item: CodesItem | undefined): Promise<void> {
  const { actor, now } = context;
  const { person } = actor;
  if (item && isPaused(item, now)) return;
  const until = new Date(now.getTime() + PORTAL_GUESSES.seconds * 1000);
  const endsAt = Math.floor(until.getTime() / 1000);
  await transact([
    { update: codesKeyOf(person), change: voidCodes(item, until) },
    { update: guessesKey(person), change: { set: { v: 1, count: PORTAL_GUESSES.max, endsAt } } },
    ...entryWrites(context, { action: 'portal-code-refused', data: {} }),
  ]);
}

/** Counts a guess, then compares it. Throws 401 if it is wrong or expired, 429 after too many. */
async function checkGuess(context: Context, given: string, item: CodesItem | undefined): Promise<Found> {
  const { actor, now } = context;
  const { person } = actor;
  const { left, wait } = await takeGuess(guessesKey(person), PORTAL_GUESSES, now);
  const found = wait > 0 ? undefined : await findCode(given, person, item, now);
  if (found?.isLive) return found;
  if (left > 0) throw found ? EXPIRED : wrongCode(left);
  // Too many wrong guesses. If the request of the last one was killed here, the next one pauses, perhaps concurrently.
  await pause(context, item).catch((error: unknown) => {
    if (wait === 0 || !(error instanceof Conflict)) throw error;
  });
  throw paused(wait > 0 ? wait : PORTAL_GUESSES.seconds);
}

interface DeviceProof {
  code: string;
  remember: boolean;
  deviceId: string | undefined;
  label: string;
}

/** Confirms a device by an emailed code or a phrase from the phone. Returns the browser's id. Throws 401 or 429. */
export async function confirmDevice(
  { actor, now }: { actor: Unconfirmed; now: Date },
  { code, remember, deviceId = newId(), label }: DeviceProof,
  item: CodesItem | undefined,
  { portal }: Pick<Settings, 'portal'>,
): Promise<string> {
  const { client, person } = actor;
  const context = { actor: asClient(actor), client, now };
  const { by, use } = await checkGuess(context, code, item);
  const mark = deviceMark(deviceId);
  const device = newDevice(person, mark, { label, by, days: remember ? portal.deviceDays : undefined }, now);
  const used: Write = { update: codesKeyOf(person), change: use, refuse: EXPIRED };
  await transact([
    used,
    { put: { ...device } },
    { delete: guessesKey(person) },
    ...(isFirst(person) ? [] : [{ check: person.own, when: linkAsRead(person) }]),
    ...entryWrites(context, { action: 'device-confirmed', data: { label, by }, ref: childKeyOf(device) }, [
      ...(isFirst(person) ? linkAsRead(person) : []),
      NOT_SUSPENDED,
    ]),
  ]);
  return deviceId;
}

const gone = () => notFound('Device not found');

/** Removes a device of the caller's own. Throws 404 for another person's. */
export const removeOwnDevice = (context: Context, device: DeviceItem | undefined): Promise<void> =>
  removeDevice(context, device && isDeviceOf(device, context.actor.person) ? device : undefined);

/** Removes a device; its next request is rejected. Throws 404 if there is none. */
export async function removeDevice(context: ChangeContext, device: DeviceItem | undefined): Promise<void> {
  if (!device) throw gone();
  const happened = { action: 'device-removed', data: { label: device.label }, ref: childKeyOf(device) } as const;
  await transact([{ delete: device, when: [['pk', 'exists']], refuse: gone() }, ...entryWrites(context, happened)]);
}
