import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { FIRM_COUNTERS } from '#functions/services/keys/keys.ts';
import { emulatorClient } from '../tools/emulator-access.ts';

interface Stack {
  outputs: { TableName: string };
  emulatorUrl: string;
}

/** Returns lines that say how to create the first admin; none if there is one. */
export async function firstAdminNotice({ outputs, emulatorUrl }: Stack): Promise<string[]> {
  const db = DynamoDBDocumentClient.from(new DynamoDBClient(emulatorClient(emulatorUrl)));
  const { Item } = await db.send(new GetCommand({ TableName: outputs.TableName, Key: FIRM_COUNTERS }));
  db.destroy();
  if (Item?.admins > 0) return [];
  return [
    'The firm has no admin yet. Create the first one in another terminal; it asks for a password:',
    '  npm run admin -- create --email you@firm.example --name "Your Name"',
  ];
}
