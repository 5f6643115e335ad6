// A cold start in a fresh process: loads a bundle and makes its first call. Prints milliseconds and megabytes.
import { createRequire } from 'node:module';
import { json } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';

const [, , bundle = ''] = process.argv;
const event = await json(process.stdin);
const before = performance.now();
const { handler } = bundle.endsWith('.cjs')
  ? createRequire(import.meta.url)(bundle)
  : await import(pathToFileURL(bundle).href);
const { statusCode } = await handler(event, {});
const ms = performance.now() - before;
if (statusCode !== 200) throw new Error(`${bundle} answered ${statusCode}`);
console.log(JSON.stringify({ ms, megabytes: process.memoryUsage.rss() / 2 ** 20 }));
