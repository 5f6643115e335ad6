import { countOf } from '#shared/rules/words.ts';
import { type Condition, unchanged } from '../../aws/expressions.ts';
import { Conflict } from '../../aws/retry.ts';
import { transact, type Write } from '../../aws/table.ts';
import { type HttpError, notFound, tooMany, unauthorised, wrongCode } from '../../services/errors.ts';
import { childKeyOf, clientIdOf, newId } from '../../services/keys/keys.ts';
import { attemptsKey, takeGuess } from '../../services/rate-limit.ts';
import { deviceMark } from '../../services/sessions/device-cookie.ts';
import type { Settings } from '../../services/settings.ts';
import type { ClientItem } from '../clients/client.ts';
import { type ChangeContext, entryWrites } from '../clients/client-writes.ts';
import { type CodesItem, codesKey, type Found, findCode, isPaused, voidCodes } from './codes.ts';
import { asClient, type DeviceItem, newDevice, type Unconfirmed } from './device.ts';

/** Five guesses in 15 minutes, whether of a code or of a phrase. */
const GUESSES = { max: 5, seconds: 15 * 60 };
const guessesKey = (client: ClientItem) => attemptsKey('portal-guess', clientIdOf(client));

const EXPIRED = unauthorised('That code has expired. Send a new one.');

/** 429 while no code is taken and none is sent. `seconds` is the time to wait. */
export const paused = (seconds: number): HttpError =>
  tooMany(
    `That was too many wrong codes. Please wait ${countOf(Math.ceil(seconds / 60), 'minute')}, then ask for a new one.`,
    seconds,
  );

/** What has to hold of the client as one of its devices is let in: its link is live, and opens what it did. */
const stillLive = ({ tokenVersion, deviceVersion }: ClientItem): Condition[] => [
  unchanged('tokenVersion', tokenVersion),
  unchanged('deviceVersion', deviceVersion),
  ['portalSuspended', 'absent'],
];

/** Voids all codes and takes none for 15 minutes, once: where that was done already, nothing is. */
async function pause(context: ChangeContext, item: CodesItem | undefined): Promise<void> {
  const { client, now } = context;
  if (item && isPaused(item, now)) return;
  const until = new Date(now.getTime() + GUESSES.seconds * 1000);
  const endsAt = Math.floor(until.getTime() / 1000);
  await transact([
    { update: codesKey(clientIdOf(client)), change: voidCodes(item, until) },
    { update: guessesKey(client), change: { set: { v: 1, count: GUESSES.max, endsAt } } },
    ...entryWrites(context, { action: 'portal-code-refused', data: {} }),
  ]);
}

/** What was typed, if it is good. It is counted before it is compared; throws 401 for what is wrong or old, 429 for what is too much. */
async function guessed(context: ChangeContext, given: string, item: CodesItem | undefined): Promise<Found> {
  const { client, now } = context;
  const { left, wait } = await takeGuess(guessesKey(client), GUESSES, now);
  const found = wait > 0 ? undefined : await findCode(given, client, item, now);
  if (found?.isLive) return found;
  if (left > 0) throw found ? EXPIRED : wrongCode(left);
  // The last guess was wrong. Where the request that made it was ended before this, the next one does it, or another beside it.
  await pause(context, item).catch((error: unknown) => {
    if (wait === 0 || !(error instanceof Conflict)) throw error;
  });
  throw paused(wait > 0 ? wait : GUESSES.seconds);
}

interface Asking {
  code: string;
  remember: boolean;
  deviceId: string | undefined;
  label: string;
}

/** Confirms a device by a mailed code or a phrase from the phone. Returns the browser's id. Throws 401 or 429. */
export async function confirmDevice(
  { actor, now }: { actor: Unconfirmed; now: Date },
  { code, remember, deviceId = newId(), label }: Asking,
  item: CodesItem | undefined,
  { portal }: Pick<Settings, 'portal'>,
): Promise<string> {
  const { client } = actor;
  const context = { actor: asClient(actor), client, now };
  const { by, use } = await guessed(context, code, item);
  const mark = deviceMark(deviceId);
  const device = newDevice(client, mark, { label, by, days: remember ? portal.deviceDays : undefined }, now);
  const used: Write = { update: codesKey(clientIdOf(client)), change: use, refuse: EXPIRED };
  await transact([
    used,
    { put: { ...device } },
    { delete: guessesKey(client) },
    ...entryWrites(context, { action: 'device-confirmed', data: { label, by }, ref: mark }, stillLive(client)),
  ]);
  return deviceId;
}

const gone = () => notFound('Device not found');

/** Takes a device away, which is out from its next call on. Throws 404 where there is none. */
export async function removeDevice(context: ChangeContext, device: DeviceItem | undefined): Promise<void> {
  if (!device) throw gone();
  const happened = { action: 'device-removed', data: { label: device.label }, ref: childKeyOf(device) } as const;
  await transact([{ delete: device, when: [['pk', 'exists']], refuse: gone() }, ...entryWrites(context, happened)]);
}
