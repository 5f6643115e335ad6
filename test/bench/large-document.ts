// Sends and fetches one document of 4 MiB in a fresh process that has sent a small one before. Prints megabytes over idle and CPU against the cipher's.
import { createCipheriv, randomBytes } from 'node:crypto';
import { json } from 'node:stream/consumers';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { handler } from '#functions/api/documents.ts';

interface Input {
  warmUp: APIGatewayProxyEvent;
  upload: APIGatewayProxyEvent;
  download: APIGatewayProxyEvent;
  bytes: number;
}

const { warmUp, upload, download, bytes } = (await json(process.stdin)) as Input;
const cpu = (since?: NodeJS.CpuUsage) => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
};

async function call(event: APIGatewayProxyEvent, status: number): Promise<string> {
  const result = await handler(event, {} as Parameters<typeof handler>[1]);
  if (result.statusCode !== status) throw new Error(`answered ${result.statusCode}`);
  return result.body;
}

async function measured(work: () => Promise<unknown>) {
  globalThis.gc?.();
  const idle = process.memoryUsage.rss();
  let most = idle;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 1);
  const before = process.cpuUsage();
  await work();
  const ms = cpu(before);
  clearInterval(watch);
  return { megabytes: (Math.max(most, process.memoryUsage.rss()) - idle) / 2 ** 20, ms };
}

const plain = randomBytes(bytes);
const seal = async () => {
  const cipher = createCipheriv('aes-256-gcm', randomBytes(32), randomBytes(12));
  return Buffer.concat([cipher.update(plain), cipher.final()]);
};
const small = JSON.parse(await call(warmUp, 201)) as { id: string };
await call({ ...download, pathParameters: { id: small.id } }, 200);
await seal();
const cipher = await measured(seal);
let id = '';
const up = await measured(async () => {
  id = (JSON.parse(await call(upload, 201)) as { id: string }).id;
});
const down = await measured(() => call({ ...download, pathParameters: { id } }, 200));
console.log(JSON.stringify({ cipher, up, down }));
