import { rm } from 'node:fs/promises';
import { Stopper } from '#infra/local/start.ts';
import { KEPT_DIR, startTestStack } from './runner/stack.ts';

// Runs a stack for `npm test -- --stack`. Starts with new data, as tests expect it.
const stopper = new Stopper();
stopper.exitOnSignals(1);
await rm(KEPT_DIR, { recursive: true, force: true });
const { origin, ended } = await startTestStack(KEPT_DIR, stopper);
console.log(`ready ${origin}`);
await ended;
await stopper.stop();
console.error(`The AWS emulator ended: see emulator.log in ${KEPT_DIR}.`);
process.exit(1);
