import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Item } from '#functions/aws/table.ts';
import { remove } from '#functions/aws/table.ts';
import { PROGRESS } from '#functions/domain/migrations/migrate.ts';
import { stored, table, tableName } from './aws.ts';

/** An item as it was kept before there were migrations: without a version and a card, its fields side by side. */
export function inOldForm({ v: _, format: __, card, ...own }: Item): Item {
  return { ...own, ...(card as object | undefined) };
}

/** Writes an item as it is, around the API. */
export const putStored = (item: Item) => table.send(new PutCommand({ TableName: tableName(), Item: item }));

/** Lets a table that was never migrated be migrated anew. */
export const forgetMigrations = () => remove(PROGRESS);

/** The number of the last migration that the table has had. */
export const lastMigration = async () => (await stored(PROGRESS))?.done;
