import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Item } from '#functions/aws/table.ts';
import { remove } from '#functions/aws/table.ts';
import { PROGRESS } from '#functions/domain/migrations/migrate.ts';
import { type AuditEntry, summaryOf } from '#functions/services/audit-log/entry.ts';
import { PREFIX } from '#functions/services/keys/keys.ts';
import { stored, table, tableName } from '../support/aws.ts';

/**
 * An item as it was kept before there were migrations: without a version and a card, its fields side by side; nothing noted of
 * links, no times of stages in lists.
 */
export function inOldForm({ v: _, format: __, linkIssuedAt: ___, linkMailedTo: ____, card, ...own }: Item): Item {
  const { since: _____, ...shown } = (card ?? {}) as Record<string, unknown>;
  return { ...own, ...shown };
}

/** An item as it was when lines of the record held sentences and nobody counted unread messages. */
export function asEarlier(item: Item): Item {
  const { unread: _, ...card } = (item.card ?? {}) as Record<string, unknown>;
  // A link of that time counts as mailed to where its client is reached now.
  if ('linkIssuedAt' in item) return { ...item, card, linkMailedTo: card.email };
  if ('card' in item) return { ...item, card };
  if (!item.sk.startsWith(PREFIX.activity)) return item;
  const { data: __, ref: ___, seen: ____, ...line } = item;
  return { ...line, v: 1, summary: summaryOf(item as Item & AuditEntry) };
}

/** Writes an item as it is, around the API. */
export const putStored = (item: Item) => table.send(new PutCommand({ TableName: tableName(), Item: item }));

/** Lets a table that was never migrated be migrated anew. */
export const forgetMigrations = () => remove(PROGRESS);

/** The number of the last migration that the table has had. */
export const lastMigration = async () => (await stored(PROGRESS))?.done;
