import { DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { addClient } from './demo-client.ts';
import { CLIENTS } from './demo-clients.ts';
import { ADMIN, ADVISERS, BOUNCED, type DemoAccount, FIRM } from './demo-data.ts';
import { DemoSession } from './demo-session.ts';
import { emulatorAccess, emulatorClient } from './emulator.ts';
import { bounceOf, publishMailEvent } from './mail-event.ts';
import { childEnvironment, run } from './process.ts';
import type { Outputs, State } from './state.ts';

export type { DemoAccount } from './demo-data.ts';

/** Where the demo firm goes. */
interface Stack {
  state: State;
  origin: string;
  outputs: Outputs;
  emulatorUrl: string;
}

/** How many clients are added side by side: more would only start more function processes. */
const SIDE_BY_SIDE = 3;

async function isEmpty({ outputs, emulatorUrl }: Stack): Promise<boolean> {
  const db = new DynamoDBClient(emulatorClient(emulatorUrl));
  const { Count } = await db.send(new ScanCommand({ TableName: outputs.TableName, Limit: 1 }));
  db.destroy();
  return Count === 0;
}

/** Makes the admin as an operator would: with the admin command. */
async function createAdmin({ state, emulatorUrl }: Stack): Promise<void> {
  const args = ['infra/ops/admin.ts', 'create', '--email', ADMIN.email, '--name', ADMIN.name];
  const environment = childEnvironment({ ...emulatorAccess(emulatorUrl), STATE_DIR: state.directory });
  await run('node', args, environment, ADMIN.password);
}

async function setUpFirm(admin: DemoSession): Promise<void> {
  const { version } = await admin.call('GET /api/settings', {});
  await admin.call('PATCH /api/settings', {}, { version, firm: FIRM });
}

async function addAdvisers(admin: DemoSession): Promise<void> {
  for (const { name, email, password, role } of ADVISERS)
    await admin.call('POST /api/auth/register', {}, { name, email, password, role });
}

async function addClients(sessions: ReadonlyMap<string, DemoSession>): Promise<void> {
  const waiting = [...CLIENTS];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const session = sessions.get(next.adviser);
      if (session) await addClient(session, next);
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
}

/** One client's mailbox refuses mail, so that it can be seen what an adviser sees then. */
async function bounce(admin: DemoSession, { emulatorUrl, outputs }: Stack): Promise<void> {
  const client = (await admin.call('GET /api/clients', {})).find(({ email }) => email === BOUNCED);
  if (client) await publishMailEvent(emulatorUrl, outputs.MailEventsTopic, bounceOf(client));
}

async function seed(stack: Stack): Promise<void> {
  await stack.state.write('demo', 'seeding');
  await createAdmin(stack);
  const admin = await DemoSession.signIn(stack.origin, ADMIN);
  await setUpFirm(admin);
  await addAdvisers(admin);
  const signedIn = ADVISERS.map(
    async (account) => [account.email, await DemoSession.signIn(stack.origin, account)] as const,
  );
  await addClients(new Map(await Promise.all(signedIn)));
  await bounce(admin, stack);
  await stack.state.write('demo', 'seeded');
}

/** Fills an empty state with a demo firm, through the API as its people would; gives the accounts where there is one. */
export async function seedDemo(stack: Stack): Promise<readonly DemoAccount[]> {
  const before = await stack.state.read('demo');
  if (await isEmpty(stack)) {
    console.log('adding the demo firm');
    await seed(stack);
  } else if (before === 'seeding') {
    console.log(
      `The demo firm is not complete, as an earlier start was stopped: delete ${stack.state.directory} to begin again.`,
    );
  } else if (before === undefined) return [];
  return [ADMIN, ...ADVISERS];
}
