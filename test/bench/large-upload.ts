// Runs calls of a large file one after another in a fresh process. Prints megabytes over idle, seconds and AWS calls of each.
import { json } from 'node:stream/consumers';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { handler as documents } from '#functions/api/documents.ts';
import { handler as uploads } from '#functions/api/uploads.ts';
import { awsCalls } from '#functions/aws/counted.ts';

const handlers = { documents, uploads };

interface Step {
  name: string;
  lambda: keyof typeof handlers;
  event: APIGatewayProxyEvent;
}

const steps = (await json(process.stdin)) as Step[];
const used: { name: string; megabytes: number; seconds: number; calls: number; rounds: number }[] = [];
for (const { name, lambda, event } of steps) {
  globalThis.gc?.();
  const idle = process.memoryUsage.rss();
  let most = idle;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 1);
  const started = performance.now();
  const { statusCode, body } = await handlers[lambda](event, {} as Parameters<typeof uploads>[1]);
  const seconds = (performance.now() - started) / 1000;
  clearInterval(watch);
  if (statusCode >= 300) throw new Error(`${name} answered ${statusCode}: ${body}`);
  const megabytes = (Math.max(most, process.memoryUsage.rss()) - idle) / 2 ** 20;
  used.push({ name, megabytes, seconds, calls: awsCalls.count, rounds: awsCalls.rounds });
}
console.log(JSON.stringify(used));
