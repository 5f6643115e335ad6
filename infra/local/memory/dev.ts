import { createServer } from 'vite';
import { DEMO_FIRM, firmName } from '#shared/rules/firm.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../demo/accounts.ts';
import { freePort } from '../ports.ts';
import { driveTick } from '../tick.ts';

// Serves the web app with hot reload on a stack in memory, with the demo firm. All changes are gone when it stops.

const port = Number(process.env.PORT || 5173);
const origin = `http://localhost:${port}`;
Object.assign(process.env, {
  AWS_REGION: 'eu-west-2',
  AWS_ENDPOINT_URL: 'http://aws',
  AWS_ACCESS_KEY_ID: 'dev',
  AWS_SECRET_ACCESS_KEY: 'dev',
  TABLE_NAME: 'table',
  BUCKET_NAME: 'bucket',
  DATA_KEY_ID: 'data',
  MAC_KEY_ID: 'mac',
  SESSION_KEY_ID: 'session',
  EVIDENCE_KEY_ID: 'evidence',
  ORIGIN: origin,
  FIRM_NAME: firmName(process.env, DEMO_FIRM),
  MAIL_FROM: 'portal@example.com',
  MAIL_CONFIGURATION: 'portal',
  EVENTS_QUEUE: 'http://aws/events',
  REGISTRATION: 'open',
  DEMO_PASSWORD,
});

// Shows errors only: each call writes a line.
const print = process.stdout.write.bind(process.stdout);
process.stdout.write = (chunk: string | Uint8Array) => `${chunk}`.startsWith('{"level":"INFO"') || print(chunk);

const { runJob, sentMail, startStack } = await import('./stack.ts');
const { loadDemo } = await import('../demo/load.ts');
const { startOrigin } = await import('../origin.ts');
const apiUrl = startStack(await freePort());
await loadDemo(new Date());
const api = await freePort();
await startOrigin(api, { site: 'web', apiUrl, mailbox: sentMail });
driveTick(() => runJob('tick', { job: 'tick' }));

const proxy = { target: `http://localhost:${api}` };
const vite = await createServer({
  root: 'web',
  server: { port, strictPort: true, proxy: { '/api': proxy, '/__mail': proxy } },
});
await vite.listen();
for (const { name, email, password, role } of DEMO_ACCOUNTS)
  console.log(`  ${role.padEnd(8)} ${email.padEnd(24)} ${password}  (${name})`);
console.log(`ready ${origin}`);
