import { DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { CLOCK } from '#functions/aws/clock.ts';
import { RECOMMENDED, STAFF_DEFAULTS } from '#shared/contract/settings.ts';
import { firmName } from '#shared/rules/firm.ts';
import { ADMIN, ADVISERS, type DemoAccount } from './demo-data.ts';
import { pastMail } from './demo-mail.ts';
import { letJobFollow } from './demo-pause.ts';
import { emulatorAccess, emulatorClient } from './emulator.ts';
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

async function isEmpty({ outputs, emulatorUrl }: Stack): Promise<boolean> {
  const db = new DynamoDBClient(emulatorClient(emulatorUrl));
  const { Count } = await db.send(new ScanCommand({ TableName: outputs.TableName, Limit: 1 }));
  db.destroy();
  return Count === 0;
}

/** The environment in which the API's functions run in a process of their own, whose time can be set. */
const environmentOf = ({ origin, outputs, emulatorUrl }: Stack, mailUrl: string, hardened: boolean) =>
  childEnvironment({
    ...emulatorAccess(emulatorUrl),
    AWS_ENDPOINT_URL_SES: mailUrl,
    TEST_CLOCK: '1',
    DEMO_HARDENED: hardened ? '1' : '',
    ORIGIN: origin,
    FIRM_NAME: firmName(process.env),
    REGISTRATION: 'closed',
    TABLE_NAME: outputs.TableName,
    BUCKET_NAME: outputs.BucketName,
    DATA_KEY_ID: outputs.DataKeyId,
    MAC_KEY_ID: outputs.MacKeyId,
    SESSION_KEY_ID: outputs.SessionKeyId,
    MAIL_FROM: outputs.MailFrom,
    MAIL_CONFIGURATION: outputs.MailConfiguration,
  });

const { linkDays } = RECOMMENDED.portal;
const hardenedNotice = (origin: string) =>
  [
    'All that /admin/settings recommends is switched on.',
    `  Portal: a new device is asked for a code, which is mailed: read it at ${origin}/__mail. Links end after ${linkDays} days without use.`,
    `  Staff: a second factor is required within ${STAFF_DEFAULTS.graceDays} days: set one up at ${origin}/account.`,
  ].join('\n');
const unchangedNotice = ({ origin, state }: Stack) =>
  `HARDENED=1 changes nothing, as ${state.directory} has data already: an admin switches it on at ${origin}/admin/settings.`;

/** Lets the deployed job follow the record again, and takes away the time of the seeding. Does nothing where that was done. */
async function backToNow({ emulatorUrl, outputs }: Stack): Promise<void> {
  const db = DynamoDBDocumentClient.from(new DynamoDBClient(emulatorClient(emulatorUrl)));
  await db.send(new DeleteCommand({ TableName: outputs.TableName, Key: CLOCK }));
  db.destroy();
  await letJobFollow(emulatorUrl, outputs, true);
}

interface Options {
  /** Switch on all that the settings recommend. */
  hardened: boolean;
}

async function seed(stack: Stack, { hardened }: Options): Promise<void> {
  const { state, emulatorUrl, outputs } = stack;
  await state.write('demo', 'seeding');
  const mail = await pastMail();
  try {
    await letJobFollow(emulatorUrl, outputs, false);
    await run('node', ['infra/local/demo-play.ts'], environmentOf(stack, mail.url, hardened));
  } finally {
    mail.close();
    await backToNow(stack);
  }
  await state.write('demo', 'seeded');
}

/** Fills an empty state with a demo firm, through the API as its people would; gives the accounts where there is one. */
export async function seedDemo(stack: Stack, { hardened }: Options): Promise<readonly DemoAccount[]> {
  const before = await stack.state.read('demo');
  if (before === 'seeding') await backToNow(stack);
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
