import { BatchWriteItemCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { env } from '#functions/aws/env.ts';
import type { Key } from '#functions/aws/table.ts';
import type { AdviserItem } from '#functions/domain/accounts/account.ts';
import { emailKey } from '#functions/domain/accounts/accounts.ts';
import { hashPassword } from '#functions/domain/accounts/passwords.ts';
import { sealDocument } from '#functions/domain/documents/encryption.ts';
import { childKeyOf, clientIdOf, PREFIX } from '#functions/services/keys/keys.ts';
import { sideBySide } from '#functions/services/side-by-side.ts';
import { firmName } from '#shared/rules/firm.ts';
import { type DemoItem, demoFile, firmAt } from './snapshot.ts';

// Run by seed.ts in a process of its own, which has the environment of the functions.

const AT_ONCE = 6;
/** The most items that DynamoDB takes in one batch. */
const BATCH = 25;
const db = new DynamoDBClient();

const items = await firmAt(new Date());
const passwordHash = await hashPassword(env('DEMO_PASSWORD'));

async function reservation({ adviserId }: DemoItem): Promise<Key> {
  const account = items.find(({ pk, sk }) => pk === `ADVISER#${adviserId}` && sk === 'ADVISER');
  return emailKey((account as DemoItem & AdviserItem).card.email);
}

/** Adds what depends on the keys of this stack, and on its settings. */
async function completed(item: DemoItem): Promise<DemoItem> {
  if (item.sk === 'ADVISER') return { ...item, passwordHash };
  if (item.sk === 'EMAIL') return { ...item, ...(await reservation(item)) };
  if (item.sk === 'SETTINGS') return { ...item, firm: { ...(item.firm as object), name: firmName(process.env) } };
  if (!item.sk.startsWith(PREFIX.document)) return item;
  const owner = { clientId: clientIdOf(item), documentId: `${clientIdOf(item)}.${childKeyOf(item)}` };
  const file = await demoFile(String(item.name));
  return { ...item, ...(await sealDocument(owner, await file.bytes(), Promise.resolve())) };
}

async function write(some: readonly DemoItem[]): Promise<void> {
  const batches = Array.from({ length: Math.ceil(some.length / BATCH) }, (_, at) =>
    some.slice(at * BATCH, (at + 1) * BATCH),
  );
  await sideBySide(batches, AT_ONCE, async (batch) => {
    const whole = await Promise.all(batch.map(completed));
    const requests = whole.map((item) => ({ PutRequest: { Item: marshall(item, { removeUndefinedValues: true }) } }));
    const { UnprocessedItems = {} } = await db.send(
      new BatchWriteItemCommand({ RequestItems: { [env('TABLE_NAME')]: requests } }),
    );
    if (Object.keys(UnprocessedItems).length > 0) throw new Error('The table did not take all of the demo firm');
  });
}

const isEntry = ({ sk }: DemoItem) => sk.startsWith(PREFIX.activity);
// Entries last: writing one starts its event handlers, which then find their work done, but for the last working day's.
await write(items.filter((item) => !isEntry(item)));
await write(items.filter(isEntry));
