import { CreateTableCommand, DeleteTableCommand } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import { table, tableName } from '../support/aws.ts';

const BATCH = 25;

/** Replaces a table restored from a backup. */
export async function copyTable(name: string): Promise<void> {
  const keys = ['pk', 'sk'] as const;
  await table.send(
    new CreateTableCommand({
      TableName: name,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: keys.map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      KeySchema: keys.map((AttributeName, i) => ({ AttributeName, KeyType: i === 0 ? 'HASH' : 'RANGE' })),
    }),
  );
  for await (const { Items = [] } of paginateScan({ client: table, pageSize: BATCH }, { TableName: tableName() })) {
    const puts = Items.map((Item) => ({ PutRequest: { Item } }));
    if (puts.length > 0) await table.send(new BatchWriteCommand({ RequestItems: { [name]: puts } }));
  }
}

export const dropTable = (TableName: string) => table.send(new DeleteTableCommand({ TableName }));
