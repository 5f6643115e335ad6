import { once } from 'node:events';
import { glob, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Bundles, bundleFunctions, FUNCTIONS, type FunctionName, KNOWN_ERRORS } from '#infra/functions/bundle.ts';

let folder: string;
let bundles: Bundles;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bundles-test-'));
  bundles = await bundleFunctions(folder);
}, 300_000);
afterAll(() => rm(folder, { recursive: true }));

/** Minified bytes of what a function loads when it starts: the rest is loaded when it is needed. */
function atStart({ metafile: { outputs } }: Bundles[FunctionName]): number {
  const [entry] = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint) ?? expect.fail('no entry');
  const found = new Set([entry]);
  for (const file of found)
    for (const { path: imported, kind } of outputs[file]?.imports ?? [])
      if (kind === 'import-statement' && outputs[imported]) found.add(imported);
  return [...found].reduce((sum, file) => sum + (outputs[file]?.bytes ?? 0), 0);
}

/** Kilobytes: of a function that does no more than read and write the table, and of those that also hash, store or mail. */
const LIGHT = 260;
const MOST: Partial<Record<FunctionName, number>> = {
  advisers: 280,
  auth: 290,
  clients: 460,
  documents: 460,
  'on-record': 300,
  tick: 280,
};

test.each(FUNCTIONS.map((name) => [name, MOST[name] ?? LIGHT] as const))(
  '%s starts with at most %i KB, without credential chains and locales',
  (name, kilobytes) => {
    const { metafile } = bundles[name];
    expect(Math.ceil(atStart(bundles[name]) / 1024)).toBeLessThanOrEqual(kilobytes);
    const sources = Object.values(metafile.outputs).flatMap((output) =>
      Object.entries(output.inputs)
        .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
        .map(([source]) => source),
    );
    expect(
      sources.filter((source) =>
        /credential-provider-(sso|ini|process|web-identity)|client-sso|client-sts|zod\/v4\/locales\/(?!en)/.test(
          source,
        ),
      ),
    ).toEqual([]);
  },
);

test.each(FUNCTIONS)('%s does not import node:http as a module, which would load undici', (name) => {
  const { metafile } = bundles[name];
  const imported = Object.values(metafile.outputs).flatMap(({ imports }) => imports.map(({ path }) => path));
  expect(imported.filter((path) => /^(node:)?http2?$/.test(path))).toEqual([]);
});

test('every error of AWS that functions ask for by class is among those that bundles know', async () => {
  const asked: (string | undefined)[] = [];
  for await (const file of glob('functions/**/*.ts'))
    asked.push(...[...(await readFile(file, 'utf8')).matchAll(/instanceof (\w+Exception)\b/g)].map(([, name]) => name));
  expect(new Set(asked)).toEqual(new Set(KNOWN_ERRORS));
});

test('an error that bundles do not know by class keeps its name', async () => {
  const aws = createServer((request, response) => {
    request.resume();
    response.writeHead(400, { 'content-type': 'application/x-amz-json-1.1' });
    response.end(JSON.stringify({ __type: 'com.amazonaws.kms#DisabledException', message: 'The key is disabled' }));
  }).listen(0, '127.0.0.1');
  await once(aws, 'listening');
  const { port } = aws.address() as AddressInfo;
  for (const [name, value] of Object.entries({
    AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`,
    AWS_REGION: 'eu-west-2',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    TABLE_NAME: 'table',
    MAC_KEY_ID: 'key',
    ORIGIN: 'http://localhost',
  }))
    vi.stubEnv(name, value);
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    const { handler } = await import(pathToFileURL(path.join(bundles.dashboard.directory, 'index.mjs')).href);
    const header = Buffer.from('{"alg":"HS256"}').toString('base64url');
    const { statusCode } = await handler({
      httpMethod: 'GET',
      resource: '/api/dashboard/stats',
      headers: { cookie: `session=${header}.b.c` },
      requestContext: { requestId: 'r' },
    });
    expect(statusCode).toBe(500);
    const [line] = written.mock.calls.map(([text]) => String(text)).filter((text) => text.includes('requestId'));
    expect(JSON.parse(line ?? '')).toMatchObject({ error: 'DisabledException', KeyErrors: 1 });
  } finally {
    written.mockRestore();
    vi.unstubAllEnvs();
    aws.close();
  }
});

test('what takes and looks into files is loaded with the first of them, and is at most 150 KB', () => {
  const later = bundles.documents.bytes - atStart(bundles.documents);
  expect(Math.ceil(later / 1024)).toBeLessThanOrEqual(150);
});
