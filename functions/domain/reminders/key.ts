import { timingSafeEqual } from 'node:crypto';
import { hmacText } from '../../aws/derived-keys.ts';

/** Never rotated: the links of all reminders that were sent would stop working. */
const KEY_VERSION = 1;
const KEY = /^([\w-]{22})[\w-]{43}$/;

/** Concatenates the client's id and its HMAC. Whoever has a reminder can stop reminders with it, and nothing else. */
export const reminderKey = async (clientId: string): Promise<string> =>
  clientId + (await hmacText('reminders', KEY_VERSION, clientId));

/** Returns the client's id of a genuine key; undefined for any other text. */
export async function clientIdOfKey(key: string): Promise<string | undefined> {
  const [, clientId] = KEY.exec(key) ?? [];
  if (!clientId) return undefined;
  const genuine = Buffer.from(await reminderKey(clientId));
  const given = Buffer.from(key);
  return genuine.length === given.length && timingSafeEqual(genuine, given) ? clientId : undefined;
}
