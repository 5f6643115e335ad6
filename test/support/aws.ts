import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { updateExpression } from '#functions/aws/expressions.ts';
import type { Item, Key } from '#functions/aws/table.ts';
import { emulatorClient } from '#infra/tools/emulator-access.ts';
import { emulatorUrl, stackOutput } from './stack.ts';

/** Read at the first request, because stories start their stack after they load this. */
async function endpoint() {
  const { protocol, hostname, port, pathname: path } = new URL(emulatorUrl());
  return { protocol, hostname, port: Number(port), path };
}

/** Credentials of the local AWS's operator. */
export const operator = { ...emulatorClient(''), endpoint };

export const s3 = new S3Client({ ...operator, forcePathStyle: true });
export const table = DynamoDBDocumentClient.from(new DynamoDBClient(operator));
export const bucket = () => stackOutput('BucketName');
export const tableName = () => stackOutput('TableName');

export async function stored<T extends Key = Item>({ pk, sk }: Key): Promise<T | undefined> {
  const { Item } = await table.send(new GetCommand({ TableName: tableName(), Key: { pk, sk }, ConsistentRead: true }));
  return Item as T | undefined;
}

export async function changeStored({ pk, sk }: Key, set: Record<string, unknown>, add = {}): Promise<void> {
  await table.send(new UpdateCommand({ TableName: tableName(), Key: { pk, sk }, ...updateExpression({ set, add }) }));
}
