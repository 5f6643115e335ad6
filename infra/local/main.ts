import { LocalError, readSettings } from '../tools/settings.ts';
import { type LocalStack, Stopper, startLocal } from './start.ts';

function announce({ origin, accounts, limits }: LocalStack): void {
  for (const { name, email, password, role } of accounts)
    console.log(`  ${role.padEnd(8)} ${email.padEnd(24)} ${password}  (${name})`);
  console.log(`ready ${origin}`);
  for (const line of limits) console.log(line);
}

const stopper = new Stopper();
stopper.exitOnSignals(0);
try {
  const stack = await startLocal(readSettings(process.env), stopper);
  announce(stack);
  await stack.ended;
  throw new LocalError('The AWS emulator ended on its own: see emulator.log in the state directory.');
} catch (error) {
  if (!stopper.isExiting) {
    console.error(error instanceof LocalError ? error.message : error);
    await stopper.stop();
    process.exit(1);
  }
}
