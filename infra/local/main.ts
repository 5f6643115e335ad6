import { LocalError, readSettings } from '../tools/settings.ts';
import { noteStarted } from '../tools/state.ts';
import { firstAdminNotice } from './first-admin.ts';
import { type LocalStack, Stopper, startLocal } from './start.ts';

function announce({ origin, accounts, limits }: LocalStack, firstAdmin: readonly string[]): void {
  for (const { name, email, password, role } of accounts)
    console.log(`  ${role.padEnd(8)} ${email.padEnd(24)} ${password}  (${name})`);
  for (const line of firstAdmin) console.log(line);
  console.log(`ready ${origin}`);
  for (const line of limits) console.log(line);
}

const stopper = new Stopper();
stopper.exitOnSignals(0);
try {
  const settings = readSettings(process.env);
  const stack = await startLocal(settings, stopper);
  await noteStarted(settings.stateDir);
  announce(stack, await firstAdminNotice(stack));
  await stack.ended;
  throw new LocalError('The AWS emulator ended on its own: see emulator.log in the state directory.');
} catch (error) {
  if (!stopper.isExiting) {
    console.error(error instanceof LocalError ? error.message : error);
    await stopper.stop();
    process.exit(1);
  }
}
