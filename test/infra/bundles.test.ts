import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, test, vi } from 'vitest';
import filter from '#functions/domain/accounts/common-password-filter.ts';
import { type Bundles, FUNCTIONS, type FunctionName } from '#infra/functions/bundle.ts';
import { keptBundles } from '#infra/functions/kept-bundles.ts';

let bundles: Bundles;
beforeAll(async () => {
  bundles = await keptBundles();
}, 300_000);

/** Returns the minified bytes that a function loads on start, without lazy chunks. */
function atStart({ metafile: { outputs } }: Bundles[FunctionName]): number {
  const [entry] = Object.entries(outputs).find(([file]) => file.endsWith('/index.mjs')) ?? expect.fail('no entry');
  const found = new Set([entry]);
  for (const file of found)
    for (const { path: imported, kind } of outputs[file]?.imports ?? [])
      if (kind === 'import-statement' && outputs[imported]) found.add(imported);
  return [...found].reduce((sum, file) => sum + (outputs[file]?.bytes ?? 0), 0);
}

/** KB of functions that only read and write the table, then of those that also hash, store or mail. */
const LIGHT = 329;
const MOST: Partial<Record<FunctionName, number>> = {
  account: 382,
  advisers: 364,
  auth: 366,
  // Its chunks share files of the SDK with the start, which loads all of such a file.
  clients: 419,
  documents: 517,
  // Questions and their rules, and as above, for the copy.
  factfind: 423,
  passkeys: 376,
  'on-record': 422,
  firm: 345,
  // Its answer has the schemas of eight nouns.
  portal: 368,
  loas: 344,
  requests: 354,
  // Pages through lists and appends notes.
  tasks: 334,
  // Keys, and documents as sealed objects.
  signing: 524,
  // Deletes uploads, and emails reminders.
  tick: 417,
  uploads: 512,
};

test.each(FUNCTIONS.map((name) => [name, MOST[name] ?? LIGHT] as const))(
  'the bundle of %s starts with at most %i KB, without credential chains and locales',
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

test.each(FUNCTIONS)('the bundle of %s does not import node:http as a module, which would load undici', (name) => {
  const { metafile } = bundles[name];
  const imported = Object.values(metafile.outputs).flatMap(({ imports }) => imports.map(({ path }) => path));
  expect(imported.filter((path) => /^(node:)?http2?$/.test(path))).toEqual([]);
});

test('a bundled function logs the name of an AWS error', async () => {
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
    SESSION_KEY_ID: 'key',
    ORIGIN: 'http://localhost',
  }))
    vi.stubEnv(name, value);
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    const { handler } = await import(pathToFileURL(path.join(bundles.dashboard.directory, 'index.mjs')).href);
    const header = Buffer.from('{"alg":"ES256","kid":"1"}').toString('base64url');
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

const isListOfPasswords = (source: string) => source.endsWith('/common-password-filter.ts');

test.each([
  ['documents', 'the inspection of files', 161],
  ['passkeys', 'the verification of passkeys', 330],
  ['clients', 'deletion, emails and export', 163],
  ['signing', 'the check and the certificate of a PDF, in a thread', 607],
] as const)('the bundle of %s loads %s lazily, with at most %i KB', (name, _, kilobytes) => {
  expect(Math.ceil((bundles[name].bytes - atStart(bundles[name])) / 1024)).toBeLessThanOrEqual(kilobytes);
});

test('only functions that set passwords contain the common-password list, and load it lazily', async () => {
  const carriers = FUNCTIONS.filter((name) => Object.keys(bundles[name].metafile.inputs).some(isListOfPasswords));
  expect(carriers).toEqual(['auth', 'advisers', 'account']);
  for (const name of carriers) {
    const chunks = Object.entries(bundles[name].metafile.outputs).filter(([, { inputs }]) =>
      Object.keys(inputs).some(isListOfPasswords),
    );
    const [[file, { bytes }] = expect.fail('no list')] = chunks;
    expect(chunks).toHaveLength(1);
    expect(Math.ceil(bytes / 1024)).toBeLessThanOrEqual(160);
    expect(atStart(bundles[name])).toBeLessThanOrEqual(bundles[name].bytes - bytes);
    const { default: list } = await import(pathToFileURL(path.join(bundles[name].directory, path.basename(file))).href);
    expect(Buffer.from(list).equals(filter)).toBe(true);
  }
});

test('no bundle contains the source package of the common-password list', () => {
  const sources = FUNCTIONS.flatMap((name) => Object.keys(bundles[name].metafile.inputs));
  expect(sources.filter((source) => source.includes('@zxcvbn-ts'))).toEqual([]);
});
