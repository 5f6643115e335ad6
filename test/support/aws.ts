import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { updateExpression } from '#functions/aws/expressions.ts';
import type { Item, Key } from '#functions/aws/table.ts';
import { emulatorClient } from '#infra/local/emulator.ts';
import { emulatorUrl, stackOutput } from './stack.ts';

/** The local AWS as its operator sees it: around the API, to look at what is stored. */
export const operator = emulatorClient(emulatorUrl());

/** The documents bucket's objects. */
export const s3 = new S3Client({ ...operator, forcePathStyle: true });
/** The table's items. */
export const table = DynamoDBDocumentClient.from(new DynamoDBClient(operator));
/** The documents bucket's name. */
export const bucket = () => stackOutput('BucketName');
/** The table's name. */
export const tableName = () => stackOutput('TableName');

/** An item as it is stored, around the API; `undefined` where there is none. */
export async function stored<T extends Key = Item>({ pk, sk }: Key): Promise<T | undefined> {
  const { Item } = await table.send(new GetCommand({ TableName: tableName(), Key: { pk, sk }, ConsistentRead: true }));
  return Item as T | undefined;
}

/** Changes an item as it is stored, around the API. */
export async function changeStored({ pk, sk }: Key, set: Record<string, unknown>): Promise<void> {
  await table.send(new UpdateCommand({ TableName: tableName(), Key: { pk, sk }, ...updateExpression({ set }) }));
}
