import { transact } from '#functions/aws/table.ts';
import { firmLine } from '#functions/services/audit-log/firm-log.ts';
import {
  type KeyVersions,
  keysUnchanged,
  keyVersionsOf,
  LAST_KEY_VERSION,
  settingsChange,
  storedSettings,
} from '#functions/services/settings.ts';
import { OPERATOR } from './operator.ts';

const DONE: Readonly<Record<keyof KeyVersions, string>> = {
  session: 'Everybody is signed out and signs in again; portal links work as before.',
  portal:
    'Every portal link is void, and nobody is signed out. Now each client needs the new link: their adviser mails it from the client’s page.',
};

/** Raises a key's version by one: what the former one signed counts no more, from the next request on. */
export async function rotate(key: keyof KeyVersions): Promise<boolean> {
  const item = await storedSettings();
  const keys = keyVersionsOf(item);
  const version = keys[key] + 1;
  if (version > LAST_KEY_VERSION) throw new Error(`The key has had ${LAST_KEY_VERSION} versions, and takes no more.`);
  const refuse = new Error(
    'A key was rotated at the same moment, and this changed nothing. Run it again if it is needed.',
  );
  const change = { set: { keys: { ...keys, [key]: version } }, when: keysUnchanged(item) };
  const line = firmLine(OPERATOR, { action: 'keys-rotated', data: { key, version } }, new Date());
  await transact([{ ...settingsChange(item, change), refuse }, line]);
  console.log(`The ${key} key has version ${version} now. ${DONE[key]}`);
  return true;
}
