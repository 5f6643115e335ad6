import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { forgetStreamPositions } from '#infra/local/emulator.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'positions-'));
});
afterEach(() => rm(folder, { recursive: true }));

const kept = (positions: object) => ({
  __ministack_format__: 2,
  payload: { functions: { a: 1 }, dynamodb_stream_positions: { __account_region_scoped__: true, data: positions } },
});

test('a reset deletes the stored stream positions and nothing else', async () => {
  const file = path.join(folder, 'lambda.json');
  await writeFile(file, JSON.stringify(kept({ mapping: 61 })));
  await forgetStreamPositions(folder);
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(kept({}));
});

test('a reset succeeds if the emulator has no stored state', async () => {
  await expect(forgetStreamPositions(folder)).resolves.toBeUndefined();
});
