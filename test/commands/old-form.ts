import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Item } from '#functions/aws/table.ts';
import { remove } from '#functions/aws/table.ts';
import { PROGRESS } from '#functions/domain/migrations/migrate.ts';
import { type AuditEntry, summaryOf } from '#functions/services/audit-log/entry.ts';
import { PREFIX } from '#functions/services/keys/keys.ts';
import { stored, table, tableName } from '../support/aws.ts';

/** Returns an item in the form from before migrations: no version, no summary, no link or stage times. */
export function inOldForm({ v: _, format: __, linkIssuedAt: ___, linkMailedTo: ____, card, ...own }: Item): Item {
  const { since: _____, ...shown } = (card ?? {}) as Record<string, unknown>;
  return { ...own, ...shown };
}

/** Returns an item in the form with sentences in audit entries and without unread counts. */
export function asEarlier(item: Item): Item {
  const { unread: _, ...card } = (item.card ?? {}) as Record<string, unknown>;
  // A link from then counts as mailed to the client's current address.
  if ('linkIssuedAt' in item) return { ...item, card, linkMailedTo: card.email };
  if ('card' in item) return { ...item, card };
  if (!item.sk.startsWith(PREFIX.activity)) return item;
  const { data: __, ref: ___, seen: ____, ...line } = item;
  return { ...line, v: 1, summary: summaryOf(item as Item & AuditEntry) };
}

export const putStored = (item: Item) => table.send(new PutCommand({ TableName: tableName(), Item: item }));

export const forgetMigrations = () => remove(PROGRESS);

export const lastMigration = async () => (await stored(PROGRESS))?.done;
