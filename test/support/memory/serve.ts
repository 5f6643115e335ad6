import { parentPort } from 'node:worker_threads';
import { env } from '#functions/aws/env.ts';
import { transact } from '#functions/aws/table.ts';
import { countAdmins, newAccount, reserveEmail } from '#functions/domain/accounts/account-creation.ts';
import { newCounts } from '#functions/services/client-counts.ts';
import { idOf, newId } from '#functions/services/keys/keys.ts';
import { aws, idle, sentMail, startStack } from '#infra/local/memory/stack.ts';
import { startOrigin } from '#infra/local/origin.ts';
import { SITE } from '#infra/tools/web.ts';
import './cheap-hashing.ts';

/** Signs in without a password in tests. */
const ADMIN = { name: 'Alex Morgan', email: 'admin@example.com', role: 'admin' } as const;

function takeLogs(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.write = (chunk: string | Uint8Array) => {
      aws.logs.push(String(chunk));
      return true;
    };
}

async function reset(): Promise<void> {
  await idle();
  aws.reset(env('TABLE_NAME'));
  const account = newAccount(newId(), ADMIN, '', new Date());
  const id = idOf(account.pk);
  await transact([await reserveEmail(ADMIN.email, id), { put: { ...account } }, newCounts(id), countAdmins(1)]);
}

/** Serves the stack. Posts the environment when it is ready, and after each reset. */
export async function serve(port: number, emulatorPort: number, environment: object): Promise<void> {
  const apiUrl = startStack(emulatorPort);
  takeLogs();
  await reset();
  await startOrigin(port, { site: SITE, apiUrl, mailbox: sentMail });
  parentPort?.on('message', async () => {
    await reset();
    parentPort?.postMessage(environment);
  });
  parentPort?.postMessage(environment);
}
