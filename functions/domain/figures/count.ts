import { isTopStage } from '#shared/rules/journey.ts';
import { unchanged } from '../../aws/expressions.ts';
import { get, transact } from '../../aws/table.ts';
import type { AuditEntry, EntryOf } from '../../services/audit-log/entry.ts';
import { childKeyOf, clientIdOf, timeOfKey } from '../../services/keys/keys.ts';
import { adviserIdOf, type ClientItem, clientKey, createdAtOf } from '../clients/client.ts';
import { additionOf, type CountedValue, completionOf, countWrites, onceFor, spellOf } from './figure.ts';

const COUNTED_BEFORE = new Error('This entry was counted before');

async function countOnce(entry: AuditEntry, counted: CountedValue, now: Date): Promise<void> {
  try {
    await transact([onceFor(childKeyOf(entry), now, COUNTED_BEFORE), ...countWrites(counted, 1)]);
  } catch (error) {
    if (error !== COUNTED_BEFORE) throw error;
  }
}

const readClient = async (entry: AuditEntry) => {
  const client = await get<ClientItem>(clientKey(clientIdOf(entry)));
  return client && !client.deleting ? client : undefined;
};

/** Counts the days of a completed stage for the client’s adviser of now. */
export async function countSpell(entry: EntryOf<'stage-changed'>, now: Date): Promise<void> {
  const { stage, from, to, since } = entry.data;
  if (from !== 'in_progress' || to !== 'completed' || since === undefined || !isTopStage(stage)) return;
  const client = await readClient(entry);
  if (client) await countOnce(entry, spellOf(adviserIdOf(client), stage, since, timeOfKey(childKeyOf(entry))), now);
}

export async function countAddition(entry: AuditEntry, now: Date): Promise<void> {
  const client = await readClient(entry);
  if (client) await countOnce(entry, additionOf(adviserIdOf(client), createdAtOf(client)), now);
}

/** Counts a completed client once, and takes it back if the journey was reopened. Decides by the client as it is now. */
export async function countCompletion(
  entry: AuditEntry & { data: { completed?: boolean | undefined } },
): Promise<void> {
  if (entry.data.completed === undefined) return;
  const client = await readClient(entry);
  if (!client) return;
  const { countedAs, summary } = client;
  const when = [unchanged('countedAs', countedAs), unchanged('summary/completedAt', summary.completedAt)];
  const note = (value: ClientItem['countedAs']) => ({ update: client, change: { set: { countedAs: value }, when } });
  if (summary.completedAt === undefined && countedAs)
    await transact([note(undefined), ...countWrites({ ...countedAs, what: 'completed' }, -1)]);
  if (summary.completedAt !== undefined && !countedAs) {
    const counted = completionOf(adviserIdOf(client), createdAtOf(client), summary.completedAt);
    await transact([note(counted), ...countWrites({ ...counted, what: 'completed' }, 1)]);
  }
}
