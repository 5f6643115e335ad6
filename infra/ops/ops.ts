import { parseArgs } from 'node:util';
import { connectAws, connectLocal } from './connect.ts';

const USAGE = `Commands on the stack's data: of the running local stack, or with --aws of the stack on AWS under your credentials.

  npm run ops -- verify [--client ID] [--sample N] [--repair]
      Decrypts every document (or N random ones), recounts every counter, and finds objects without a document and
      documents without an object. The exit code is 1 if a problem remains. Also prints what normal use of the app will fix.
  npm run ops -- export --client ID --out FILE.zip
      Writes all data of a client in a readable form, for a subject-access request.
  npm run ops -- restore --from TABLE --at TIME (--client ID | --all) [--yes]
      Restores data from a restored copy of the table, and the objects as they were at that time (ISO 8601).
      Without --yes it only prints what it would do.
  npm run ops -- migrate [--apply]
      Migrates the stored data to the format of this version. Without --apply it only counts what would change.
      It can be run again, also after an interruption.
  npm run ops -- stats --rebuild [--apply]
      Counts the figures of past months again from the audit logs of the clients that exist. It changes no month that
      already has more, as of deleted clients, and not the present one. Without --apply it only prints the difference.
  npm run ops -- unlock --email ADDRESS
      Lets an adviser sign in immediately after too many failed attempts.
  npm run ops -- revoke-link --client ID
      Voids a client's portal link.
  npm run ops -- rotate session
      Signs everyone out, by a new version of the key that signs sessions. Portal links still work.
  npm run ops -- rotate portal
      Voids every portal link, by a new version of the key that signs them. Nobody is signed out.
  npm run ops -- allow-mail --email ADDRESS
      Allows mail again to an address that bounced or complained, once its holder has fixed the problem.
  npm run ops -- replay-mail-events
      Replays the mail events in the dead-letter queue, and deletes them from it.
  npm run ops -- replay-events [--from TIME]
      Replays the audit entries in the dead-letter queue and deletes them from it, or replays all entries since a time.
      What has been done already is not done twice.
  npm run ops -- run tick
      Runs the due jobs now, and waits until they are done.`;

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
  rebuild: { type: 'boolean' },
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
  stats: ({ rebuild, apply }) => (rebuild ? async () => (await import('./stats.ts')).rebuildFigures(apply) : undefined),
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
  if (empty) throw new Error(`--${empty[0]} is empty: check that its variable is set.`);
  const missing = (NEEDED[name] ?? []).filter((option) => values[option] === undefined);
  if (missing.length > 0)
    throw new Error(`"${name}" also needs ${missing.map((option) => `--${option}`).join(' and ')}.`);
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
