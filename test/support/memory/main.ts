import '../clock.ts';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { workerData } from 'node:worker_threads';
import { freePort } from '#infra/local/ports.ts';
import { type Outputs, State } from '#infra/tools/state.ts';

// A stack in memory in its own thread. Modules read the environment when they load, so it is set first.

const { front } = workerData as { front?: { origin: string; port: number } };
const [port, emulatorPort] = [front?.port ?? (await freePort()), await freePort()];
const TEST_EMULATOR = `http://127.0.0.1:${emulatorPort}`;
const outputs: Outputs = {
  RestApiId: 'api',
  TableName: 'table',
  BucketName: 'bucket',
  DataKeyId: 'data',
  MacKeyId: 'mac',
  SessionKeyId: 'session',
  EvidenceKeyId: 'evidence',
  MailFrom: 'portal@example.com',
  MailConfiguration: 'portal',
  MailEventsTopic: 'arn:aws:sns:eu-west-2:000000000000:mail-events',
  MailEventsQueue: `${TEST_EMULATOR}/000000000000/mail-events`,
  EventsQueue: `${TEST_EMULATOR}/000000000000/events`,
  OnRecordFunction: 'on-record',
  TickFunction: 'tick',
};
const STATE_DIR = await mkdtemp(path.join(tmpdir(), 'stack-in-memory-'));
process.on('exit', () => rmSync(STATE_DIR, { recursive: true }));
const state = new State(STATE_DIR);
await state.write('run', { pid: process.pid, emulatorUrl: TEST_EMULATOR, port });
await state.write('stack', { digest: '', outputs });
const environment = {
  TEST_ORIGIN: front?.origin ?? `http://localhost:${port}`,
  TEST_EMULATOR,
  TEST_OUTPUTS: JSON.stringify(outputs),
  STATE_DIR,
};
Object.assign(process.env, environment);
const { functionEnvironment } = await import('../event.ts');
Object.assign(process.env, functionEnvironment());
const { serve } = await import('./serve.ts');
await serve(port, emulatorPort, environment);
