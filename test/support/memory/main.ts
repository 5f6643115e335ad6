import { freePort } from '#infra/local/ports.ts';

// A stack in memory, in a thread of its own. Modules read the environment as they are loaded, so that it is set first.

const [port, emulatorPort] = [await freePort(), await freePort()];
const TEST_EMULATOR = `http://127.0.0.1:${emulatorPort}`;
const outputs = {
  RestApiId: 'api',
  TableName: 'table',
  BucketName: 'bucket',
  DataKeyId: 'data',
  MacKeyId: 'mac',
  SessionKeyId: 'session',
  MailFrom: 'portal@example.com',
  MailConfiguration: 'portal',
  MailEventsTopic: 'arn:aws:sns:eu-west-2:000000000000:mail-events',
  EventsQueue: `${TEST_EMULATOR}/000000000000/events`,
};
const environment = {
  TEST_ORIGIN: `http://localhost:${port}`,
  TEST_EMULATOR,
  TEST_OUTPUTS: JSON.stringify(outputs),
};
Object.assign(process.env, environment);
const { functionEnvironment } = await import('../event.ts');
Object.assign(process.env, functionEnvironment());
const { serve } = await import('./stack.ts');
await serve(port, emulatorPort, environment);
