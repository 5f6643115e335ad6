import { deleteAll, get, type Item, query, transact } from '#functions/aws/table.ts';
import { adviserKey } from '#functions/domain/accounts/account.ts';
import { adviserIdOf, type ClientItem } from '#functions/domain/clients/client.ts';
import { countWrites } from '#functions/domain/clients/client-counts.ts';
import { writeEntry } from '#functions/domain/clients/client-writes.ts';
import { isPerson } from '#functions/domain/clients/person.ts';
import * as KEYS from '#functions/services/keys/item-kinds.ts';
import { clientPartition, isOf } from '#functions/services/keys/keys.ts';
import { keysUnchanged, type SettingsItem } from '#functions/services/settings.ts';
import { bringBack, versionsAt } from './bucket.ts';
import { OPERATOR } from './operator.ts';
import { itemsToRemove, itemsToWrite, objectsToBringBack } from './restore-plan.ts';
import { clientIds, inPresentForm, itemsOf, otherItems, putAll } from './tables.ts';

export interface RestoreOptions {
  /** Table that was restored to a point in time, beside the live one. */
  from: string;
  /** The point in time, for the objects. */
  at: Date;
  clientId?: string | undefined;
  yes?: boolean | undefined;
}

const clientThen = async (from: string, id: string) => inPresentForm(await itemsOf(from, clientPartition(id)));

function report(where: string, written: number, removed: number, objects: number): void {
  if (written + removed + objects > 0)
    console.log(`${where}: ${written} items written, ${removed} removed, ${objects} objects restored`);
}

async function writeRestored(then: readonly Item[], at: Date): Promise<void> {
  const client = then.find((item) => isOf(KEYS.client, item)) as (Item & ClientItem) | undefined;
  // A client that was being deleted gets no audit entry.
  if (!client || client.deleting) return;
  const context = { actor: OPERATOR, client, now: new Date() };
  await writeEntry(context, { action: 'restored', data: { at: at.toISOString() } });
}

/** Restores the client's own item last, so that the client is seen complete or not at all. Can be repeated. */
async function restoreClient(id: string, { from, at, yes }: RestoreOptions): Promise<void> {
  const [then, now] = [await clientThen(from, id), await query(clientPartition(id), '')];
  const own = (item: Item) => isOf(KEYS.client, item);
  const writes = itemsToWrite(then, now);
  const removes = itemsToRemove(then, now);
  const objects = objectsToBringBack(then, await versionsAt(id, at));
  if (yes) {
    for (const [key, version] of objects) await bringBack(key, version);
    await putAll(writes.filter((item) => !own(item)));
    const before = now.find(own) as (Item & ClientItem) | undefined;
    // The counts of a client that was lost may or may not have it: `verify --repair` recounts.
    for (const client of writes.filter(own))
      await transact([{ put: client }, ...(before ? countWrites(before, client as Item & ClientItem) : [])]);
    await deleteAll(removes);
    if (writes.length + removes.length + objects.length > 0) await writeRestored(then, at);
  }
  report(`client ${id}`, writes.length, removes.length, objects.length);
  const isHere = ({ sk }: Item) => now.some((item) => item.sk === sk);
  for (const person of then.filter(isPerson).filter((item) => !isHere(item)))
    console.log(
      `client ${id}: ${person.summary.name} is not restored, as their link may have been removed. Add them again.`,
    );
}

/** Throws if the table lacks the client, or if their adviser no longer exists. */
async function checkRestorable(id: string, from: string): Promise<void> {
  const then = (await clientThen(from, id)).find((item) => isOf(KEYS.client, item));
  if (!then) throw new Error(`${from} has no client ${id}.`);
  const adviser = adviserIdOf(then as Item & ClientItem);
  if (!(await get(adviserKey(adviser))))
    throw new Error(`The adviser ${adviser} of client ${id} no longer exists: restore with --all.`);
}

const isSettings = (item: Item): item is Item & SettingsItem => isOf(KEYS.settings, item);

/** Writes the settings, unless that would undo a concurrent key rotation. */
async function putSettings(settings: Item | undefined, now: SettingsItem | undefined): Promise<void> {
  const refuse = new Error('A key was rotated during the restore: run the command again.');
  if (settings) await transact([{ put: settings, when: keysUnchanged(now), refuse }]);
}

async function restoreOthers({ from, yes }: RestoreOptions): Promise<void> {
  const [then, now] = [await inPresentForm(await otherItems(from)), await inPresentForm(await otherItems())];
  const writes = itemsToWrite(then, now);
  if (yes) {
    await putAll(writes.filter((item) => !isSettings(item)));
    await putSettings(writes.find(isSettings), now.find(isSettings));
  }
  report('accounts', writes.length, 0, 0);
}

/** Restores one client or the whole firm. Newer clients and accounts are kept; `verify --repair` then recounts. */
export async function restore(options: RestoreOptions): Promise<boolean> {
  const { from, clientId, yes } = options;
  if (clientId) await checkRestorable(clientId, from);
  else await restoreOthers(options);
  for (const id of clientId ? [clientId] : await clientIds(from)) await restoreClient(id, options);
  console.log(yes ? 'Restored. Now run: npm run ops -- verify --repair' : 'Nothing was changed: add --yes to restore.');
  return true;
}
