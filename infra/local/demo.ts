import { DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { RECOMMENDED, STAFF_DEFAULTS } from '#shared/contract/settings.ts';
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

/** Switches on what the settings recommend, once the firm is there: from then on its links ask for codes. */
async function harden(admin: DemoSession): Promise<void> {
  for (const section of ['portal', 'staff'] as const) {
    const { version } = await admin.call('GET /api/settings', {});
    await admin.call('PATCH /api/settings', {}, { version, [section]: RECOMMENDED[section] });
  }
}

const { linkDays } = RECOMMENDED.portal;
const hardenedNotice = (origin: string) =>
  [
    'All that /admin/settings recommends is switched on.',
    `  Portal: a new device is asked for a code, which is mailed: read it at ${origin}/__mail. Links end after ${linkDays} days without use.`,
    `  Staff: a second factor is required within ${STAFF_DEFAULTS.graceDays} days: set one up at ${origin}/account.`,
  ].join('\n');
const unchangedNotice = ({ origin, state }: Stack) =>
  `HARDENED=1 changes nothing, as ${state.directory} has data already: an admin switches it on at ${origin}/admin/settings.`;

interface Options {
  /** Switch on all that the settings recommend. */
  hardened: boolean;
}

async function seed(stack: Stack, { hardened }: Options): Promise<void> {
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
  if (hardened) await harden(admin);
  await stack.state.write('demo', 'seeded');
}

/** Fills an empty state with a demo firm, through the API as its people would; gives the accounts where there is one. */
export async function seedDemo(stack: Stack, { hardened }: Options): Promise<readonly DemoAccount[]> {
  const before = await stack.state.read('demo');
  if (await isEmpty(stack)) {
    console.log('adding the demo firm');
    await seed(stack, { hardened });
    if (hardened) console.log(hardenedNotice(stack.origin));
    return [ADMIN, ...ADVISERS];
  }
  if (hardened) console.log(unchangedNotice(stack));
  if (before === 'seeding')
    console.log(
      `The demo firm is not complete, as an earlier start was stopped: delete ${stack.state.directory} to begin again.`,
    );
  return before === undefined ? [] : [ADMIN, ...ADVISERS];
}
