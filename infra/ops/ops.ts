import { parseArgs } from 'node:util';
import { connectAws, connectLocal } from './connect.ts';

const USAGE = `What an operator does to the stack's data: on the local one while it runs, or with --aws on AWS with your credentials.

  npm run ops -- verify [--client ID] [--sample N] [--repair]
      Opens every document (or N at random), recounts every counter, finds objects without a record and records without
      an object. Exit code 1 where something is wrong and stays so. What using the app will finish is told, and is no problem.
  npm run ops -- export --client ID --out FILE.zip
      Writes all that is kept of a client, to be read by a person: for a subject-access request.
  npm run ops -- restore --from TABLE --at TIME (--client ID | --all) [--yes]
      Brings back what a restored copy of the table holds, and the objects as they were at that time (ISO 8601).
      Without --yes it only tells what it would do.
  npm run ops -- migrate [--apply]
      Brings what is stored into the form that this version keeps. Without --apply it only counts what would change.
      Interrupted, it goes on where it was; done, it has nothing to do.
  npm run ops -- unlock --email ADDRESS
      Lets an adviser sign in at once after too many failed attempts.
  npm run ops -- revoke-link --client ID
      Voids a client's portal link.
  npm run ops -- rotate session
      Signs everybody out: the key that signs sessions gets its next version. Portal links work as before.
  npm run ops -- rotate portal
      Voids every portal link: the key that signs them gets its next version. Nobody is signed out.
  npm run ops -- allow-mail --email ADDRESS
      Lets mail go to an address again that bounced or complained, once its holder put it right.
  npm run ops -- replay-mail-events
      Tells the app again what SES told of mail and the app could not take down, and takes it off the queue that kept it.
  npm run ops -- replay-events [--from TIME]
      Has what follows from the lines of the record done again: of those that nothing could be made of, which are then taken
      off the queue that kept them, or of all since a time. What was done already is not done twice.
  npm run ops -- run tick
      Does now what is due, and waits until it is done.`;

const OPTIONS = {
  client: { type: 'string' },
  sample: { type: 'string' },
  repair: { type: 'boolean' },
  email: { type: 'string' },
  out: { type: 'string' },
  from: { type: 'string' },
  at: { type: 'string' },
  all: { type: 'boolean' },
  yes: { type: 'boolean' },
  apply: { type: 'boolean' },
  aws: { type: 'boolean' },
} as const;

type Values = ReturnType<typeof parse>['values'];
const parse = (args: string[]) => parseArgs({ args, allowPositionals: true, options: OPTIONS });

function readArguments(args: string[]) {
  try {
    return parse(args);
  } catch {
    throw new Error(USAGE);
  }
}

function naturalNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`--sample must be a whole number, not "${text}".`);
  return Number(text);
}

function time(option: string, text: string): Date {
  const at = new Date(text);
  if (Number.isNaN(at.getTime()) || !/(Z|[+-]\d\d:\d\d)$/.test(text))
    throw new Error(`--${option} must be a time with its zone, such as 2026-03-01T09:30:00Z, not "${text}".`);
  return at;
}

/** Commands, which return true on success. They are imported once the process points to a stack. */
const COMMANDS: Readonly<Record<string, (values: Values) => (() => Promise<boolean>) | undefined>> = {
  verify: ({ client, sample, repair }) => {
    const options = { clientId: client, sample: sample === undefined ? undefined : naturalNumber(sample), repair };
    return async () => (await import('./verify/verify.ts')).verify(options);
  },
  export: ({ client, out }) =>
    client && out ? async () => (await import('./export.ts')).exportClient(client, out) : undefined,
  unlock: ({ email }) => (email ? async () => (await import('./access.ts')).unlock(email) : undefined),
  'allow-mail': ({ email }) => (email ? async () => (await import('./access.ts')).allowMail(email) : undefined),
  'revoke-link': ({ client }) => (client ? async () => (await import('./access.ts')).revokeLink(client) : undefined),
  'rotate session': () => async () => (await import('./access.ts')).rotate('session'),
  'rotate portal': () => async () => (await import('./access.ts')).rotate('portal'),
  'replay-mail-events': () => async () => (await import('./replay.ts')).replayMailEvents(),
  'replay-events': ({ from }) => {
    const since = from === undefined ? undefined : time('from', from);
    return async () => (await import('./replay.ts')).replayEvents(since);
  },
  'run tick': () => async () => (await import('./jobs.ts')).runTick(),
  migrate:
    ({ apply }) =>
    async () =>
      (await import('./tables.ts')).migrate(apply),
  restore: ({ from, at, client, all, yes }) => {
    if (!from || !at || Boolean(client) === Boolean(all)) return undefined;
    const options = { from, at: time('at', at), clientId: client, yes };
    return async () => (await import('./restore.ts')).restore(options);
  },
};

/** Mandatory options; `restore` also needs --client or --all. */
const NEEDED: Readonly<Record<string, readonly (keyof Values)[]>> = {
  export: ['client', 'out'],
  unlock: ['email'],
  'allow-mail': ['email'],
  'revoke-link': ['client'],
  restore: ['from', 'at'],
};

/** Throws if an option is missing, or empty as from an unset variable. */
function checkOptions(name: string, values: Values): void {
  const empty = Object.entries(values).find(([, value]) => value === '');
  if (empty) throw new Error(`--${empty[0]} is empty: is the variable set that it comes from?`);
  const missing = (NEEDED[name] ?? []).filter((option) => values[option] === undefined);
  if (missing.length > 0)
    throw new Error(`"${name}" needs ${missing.map((option) => `--${option}`).join(' and ')} as well.`);
}

async function run(args: string[]): Promise<boolean> {
  const { positionals, values } = readArguments(args);
  const name = positionals.join(' ');
  checkOptions(name, values);
  const command = COMMANDS[name]?.(values);
  if (!command) throw new Error(USAGE);
  await (values.aws ? connectAws() : connectLocal());
  return command();
}

export async function ops(args: string[]): Promise<0 | 1> {
  try {
    return (await run(args)) ? 0 : 1;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  }
}

if (import.meta.main) process.exitCode = await ops(process.argv.slice(2));
