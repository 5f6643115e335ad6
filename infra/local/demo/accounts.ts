import { DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { DEMO_FIRM, firmName } from '#shared/rules/firm.ts';
import { recommendedIn, SETTINGS } from '#shared/settings.ts';
import { emulatorAccess, emulatorClient } from '../../tools/emulator-access.ts';
import { childEnvironment, run } from '../../tools/process.ts';
import type { Outputs, State } from '../../tools/state.ts';

export interface DemoAccount {
  name: string;
  email: string;
  password: string;
  role: 'admin' | 'adviser';
}

export const DEMO_PASSWORD = 'demo-password';
const ADMIN: DemoAccount = { name: 'Alex Morgan', email: 'admin@example.com', password: DEMO_PASSWORD, role: 'admin' };
export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  ADMIN,
  { name: 'Sam Okafor', email: 'adviser@example.com', password: DEMO_PASSWORD, role: 'adviser' },
  { name: 'Hannah Pryce', email: 'hannah.pryce@example.com', password: DEMO_PASSWORD, role: 'adviser' },
  { name: 'Priya Nair', email: 'priya.nair@example.com', password: DEMO_PASSWORD, role: 'adviser' },
];

interface Stack {
  state: State;
  origin: string;
  outputs: Outputs;
  emulatorUrl: string;
}

async function isEmpty({ outputs, emulatorUrl }: Stack): Promise<boolean> {
  const db = new DynamoDBClient(emulatorClient(emulatorUrl));
  const { Count } = await db.send(new ScanCommand({ TableName: outputs.TableName, Limit: 1 }));
  db.destroy();
  return Count === 0;
}

/** Environment of the functions, so that documents and addresses are encrypted as in the app. */
const environmentOf = ({ outputs, emulatorUrl }: Stack) =>
  childEnvironment({
    ...emulatorAccess(emulatorUrl),
    DEMO_PASSWORD,
    FIRM_NAME: firmName(process.env, DEMO_FIRM),
    TABLE_NAME: outputs.TableName,
    BUCKET_NAME: outputs.BucketName,
    DATA_KEY_ID: outputs.DataKeyId,
    MAC_KEY_ID: outputs.MacKeyId,
    EVIDENCE_KEY_ID: outputs.EvidenceKeyId,
  });

/** Switches on all recommended settings, as an admin would. */
async function harden(origin: string): Promise<void> {
  let cookie = '';
  const send = async (method: string, path: string, body?: object) => {
    const headers = { cookie, 'content-type': 'application/json' };
    const answer = await fetch(`${origin}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}`);
    cookie ||= answer.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
    return answer.json();
  };
  await send('POST', '/api/auth/login', { email: ADMIN.email, password: DEMO_PASSWORD });
  for (const section of ['portal', 'staff', 'reminders'] as const) {
    const { version } = await send('GET', '/api/settings');
    await send('PATCH', '/api/settings', { version, [section]: recommendedIn(section) });
  }
}

const { linkDays } = SETTINGS.portal.shape;
const { graceDays } = SETTINGS.staff.shape;
const hardenedNotice = (origin: string) =>
  [
    'All settings that /admin/settings recommends are on.',
    `  Portal: a new device needs a code, which is mailed: read it at ${origin}/__mail. Links expire after ${linkDays.setting.recommended} days without use.`,
    `  Staff: a second factor is required within ${graceDays.setting.default} days: set one up at ${origin}/account.`,
    '  Reminders: clients are reminded of tasks too, not only of documents.',
  ].join('\n');
const unchangedNotice = ({ origin, state }: Stack) =>
  `HARDENED=1 has no effect, because ${state.directory} already has data: an admin can turn the settings on at ${origin}/admin/settings.`;

interface Options {
  hardened: boolean;
}

/** Fills an empty table with the demo firm. Returns its accounts, or none if the data is not the demo's. */
export async function seedDemo(stack: Stack, { hardened }: Options): Promise<readonly DemoAccount[]> {
  const before = await stack.state.read('demo');
  if (await isEmpty(stack)) {
    console.log('adding the demo firm');
    await stack.state.write('demo', 'seeding');
    await run('node', ['infra/local/demo/load.ts', new Date().toISOString()], environmentOf(stack));
    if (hardened) await harden(stack.origin);
    await stack.state.write('demo', 'seeded');
    if (hardened) console.log(hardenedNotice(stack.origin));
    return DEMO_ACCOUNTS;
  }
  if (hardened) console.log(unchangedNotice(stack));
  if (before === 'seeding')
    console.log(
      `The demo firm is incomplete, because an earlier start was stopped: delete ${stack.state.directory} and start again.`,
    );
  return before === undefined ? [] : DEMO_ACCOUNTS;
}
