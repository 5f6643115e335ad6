import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { registration } from '#shared/contract/advisers.ts';
import { accountEmail, newPassword } from '#shared/contract/fields.ts';
import { PASSWORD_MIN } from '#shared/rules/limits.ts';
import { connectAws, connectLocal } from './connect.ts';
import { OPERATOR } from './operator.ts';

const silent = new Writable({ write: (_chunk, _encoding, done) => done() });

async function ask(): Promise<string> {
  process.stderr.write('Password: ');
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  const answer = await terminal.question('');
  terminal.close();
  process.stderr.write('\n');
  return answer;
}

/** Reads the password from standard input, without an echo on a terminal. */
export const readPassword = async (): Promise<string> =>
  process.stdin.isTTY ? ask() : (await text(process.stdin)).replace(/\r?\n$/, '');

const USAGE = `Manages admin accounts on the running local stack, or with --aws on AWS under your credentials.
Passwords are read from standard input.

  npm run admin -- create --email alex@example.com --name "Alex Morgan"    creates an admin
  npm run admin -- list                                                    lists the admins
  npm run admin -- reset-password --email alex@example.com                 sets a new password and ends all sessions
  npm run admin -- reset-second-factor --email alex@example.com            removes all second factors of an account and ends all sessions`;

const OPTIONS = { email: { type: 'string' }, name: { type: 'string' }, aws: { type: 'boolean' } } as const;
type Values = ReturnType<typeof parse>['values'];
const parse = (args: string[]) => parseArgs({ args, allowPositionals: true, options: OPTIONS });

function readArguments(args: string[]) {
  try {
    return parse(args);
  } catch {
    throw new Error(USAGE);
  }
}

/** Parses an operator's input by a schema of the contract. Throws the schema's message if it does not fit. */
function checked<S extends z.core.$ZodType>(schema: S, input: unknown): z.output<S> {
  const parsed = z.safeParse(schema, input);
  if (!parsed.success) throw new Error(parsed.error.issues.map(({ message }) => message).join('\n'));
  return parsed.data;
}

type AskPassword = () => Promise<string>;
const passwordFrom = async (ask: AskPassword) => checked(newPassword(PASSWORD_MIN.own), await ask());
/** Checks a password against the firm's policy, as the screens do, and returns the settings. */
async function checkPolicy(password: string, holder: { name: string; email: string }) {
  const [{ checkNewPassword }, { readSettings }] = await Promise.all([
    import('#functions/domain/accounts/password-rule.ts'),
    import('#functions/services/settings.ts'),
  ]);
  const settings = await readSettings();
  await checkNewPassword('password', password, holder, settings);
  return settings;
}
const connect = ({ aws }: Values) => (aws ? connectAws() : connectLocal());

async function create(values: Values, ask: AskPassword): Promise<void> {
  const { email, name } = values;
  if (!email || !name) throw new Error(USAGE);
  const wanted = checked(registration, { email, name, password: await passwordFrom(ask) });
  await connect(values);
  const settings = await checkPolicy(wanted.password, wanted);
  const { createAdviser } = await import('#functions/domain/accounts/account-creation.ts');
  const created = await createAdviser({ ...wanted, role: 'admin' }, { by: OPERATOR, settings, now: new Date() });
  console.log(`Created the admin ${created.email}.`);
}

async function list(values: Values): Promise<void> {
  await connect(values);
  const { allAdvisers } = await import('#functions/domain/accounts/account.ts');
  const admins = (await allAdvisers()).map(({ summary }) => summary).filter(({ role }) => role === 'admin');
  for (const { email, name } of admins) console.log(`${email}\t${name}`);
}

async function resetPassword(values: Values, ask: AskPassword): Promise<void> {
  if (!values.email) throw new Error(USAGE);
  const email = checked(accountEmail(), values.email);
  const password = await passwordFrom(ask);
  await connect(values);
  const [{ findByEmail, setPassword }, { pseudonym }, { liftLockOut }] = await Promise.all([
    import('#functions/domain/accounts/account-creation.ts'),
    import('#functions/services/keys/pseudonym.ts'),
    import('#functions/domain/accounts/sign-in-attempts.ts'),
  ]);
  const account = await findByEmail(email);
  if (!account) throw new Error(`No account has the address ${email}: check the spelling.`);
  const settings = await checkPolicy(password, account.summary);
  await setPassword(account, password, { by: OPERATOR, settings, now: new Date() });
  await liftLockOut(await pseudonym(email));
  console.log(`Set a new password for ${email} and ended all sessions.`);
}

async function resetFactors(values: Values): Promise<void> {
  if (!values.email) throw new Error(USAGE);
  const email = checked(accountEmail(), values.email);
  await connect(values);
  const [{ findByEmail }, { resetSecondFactor }] = await Promise.all([
    import('#functions/domain/accounts/account-creation.ts'),
    import('#functions/domain/accounts/factors/reset.ts'),
  ]);
  const account = await findByEmail(email);
  if (!account) throw new Error(`No account has the address ${email}: check the spelling.`);
  await resetSecondFactor(account, { by: OPERATOR, now: new Date() });
  console.log(`Removed all second factors of ${email} and ended all sessions.`);
}

const COMMANDS: Readonly<Record<string, (values: Values, ask: AskPassword) => Promise<void>>> = {
  create,
  list,
  'reset-password': resetPassword,
  'reset-second-factor': resetFactors,
};

/** Runs a command and returns the exit code. `ask` reads the password. */
export async function admin(args: string[], ask: AskPassword): Promise<0 | 1> {
  try {
    const { positionals, values } = readArguments(args);
    const command = positionals.length === 1 ? COMMANDS[positionals[0] ?? ''] : undefined;
    if (!command) throw new Error(USAGE);
    await command(values, ask);
    return 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  }
}

if (import.meta.main) process.exitCode = await admin(process.argv.slice(2), readPassword);
