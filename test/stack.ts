import { rm } from 'node:fs/promises';
import path from 'node:path';
import { Stopper } from '#infra/local/start.ts';
import { CACHE_DIR } from '#infra/tools/settings.ts';
import { announceStack } from '#infra/tools/state.ts';
import { startTestStack } from './runner/stack.ts';

// Runs a stack for `npm test -- --stack` and `npm run dev`. Starts with new data, as tests expect it.
const stateDir = path.join(CACHE_DIR, 'stack');
const stopper = new Stopper();
stopper.exitOnSignals(1);
await rm(stateDir, { recursive: true, force: true });
const { origin, emulatorUrl, emulator, outputs, ended } = await startTestStack(stateDir, stopper);
await stopper.add(await announceStack({ pid: process.pid, origin, emulatorUrl, emulator, outputs, stateDir }));
console.log(`ready ${origin}`);
await ended;
await stopper.stop();
console.error(`The AWS emulator ended: see emulator.log in ${stateDir}.`);
process.exit(1);
