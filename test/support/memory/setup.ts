import './cheap-hashing.ts';
import { newLogLines } from '../log-lines.ts';
import { startMemory } from './start.ts';

const shared = globalThis as { stackInMemory?: ReturnType<typeof startMemory> };

// Test files of one process run in sequence; each finds the same stack with only the demo firm's admin.
shared.stackInMemory ??= startMemory();
const { environment, reset } = await shared.stackInMemory;
Object.assign(process.env, environment);
await reset();
newLogLines();
