import { LocalError, readSettings } from '../tools/settings.ts';
import { type LocalStack, Stopper, startLocal } from './start.ts';

const PARENT_CHECK_MS = 500;

const stopper = new Stopper();
let stopped = false;

async function stop(): Promise<void> {
  if (stopped) return;
  stopped = true;
  await stopper.stop();
  process.exit(0);
}

function stopWhenAsked(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && stop(), PARENT_CHECK_MS).unref();
}

function announce({ origin, accounts, limits }: LocalStack): void {
  for (const { name, email, password, role } of accounts)
    console.log(`  ${role.padEnd(8)} ${email.padEnd(24)} ${password}  (${name})`);
  console.log(`ready ${origin}`);
  for (const line of limits) console.log(line);
}

async function fail(error: unknown): Promise<void> {
  if (stopped) return;
  stopped = true;
  console.error(error instanceof LocalError ? error.message : error);
  await stopper.stop();
  process.exit(1);
}

stopWhenAsked();
try {
  const stack = await startLocal(readSettings(process.env), stopper);
  announce(stack);
  await stack.ended;
  await fail(new LocalError('The AWS emulator ended on its own: see emulator.log in the state directory.'));
} catch (error) {
  await fail(error);
}
