import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = 'functions/domain';

/** Returns the domain folders that a file imports from. */
const importedBy = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from|import\() ?'(\.[^']+)'/g)].flatMap(([, specifier = '']) => {
    const target = path.relative(ROOT, path.join(path.dirname(file), specifier));
    return target.startsWith('..') ? [] : (target.split('/')[0] ?? []);
  });

// The registry reads from several folders, and no folder reads it.
const REGISTRY = [`${ROOT}/noun.ts`, `${ROOT}/nouns.ts`, `${ROOT}/*/noun.ts`];
const files = globSync(`${ROOT}/**/*.ts`, { exclude: REGISTRY });
const folderOf = (file: string) => path.relative(ROOT, file).split('/')[0] ?? '';
const imports = new Map(
  [...Map.groupBy(files, folderOf)].map(([folder, own]) => [
    folder,
    new Set(own.flatMap(importedBy).filter((name) => name !== folder)),
  ]),
);

/** Removes folders that import only removed ones; what remains are folders that import each other. */
function ring(left: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const rest = new Map([...left].filter(([, names]) => [...names].some((name) => left.has(name))));
  return rest.size === left.size ? [...rest.keys()].sort() : ring(rest);
}

test('domain folders have no circular imports', () => {
  expect(imports.size).toBeGreaterThan(8);
  expect(ring(imports)).toEqual([]);
});

test('only infra and tests load the registry of nouns, so that functions start without it', () => {
  const sources = globSync('{functions,shared,web/src}/**/*.{ts,tsx}', { exclude: REGISTRY });
  expect(sources.length).toBeGreaterThan(300);
  expect(sources.filter((file) => /\/nouns?\.ts'/.test(readFileSync(file, 'utf8')))).toEqual([]);
});

test('no Lambda function scans the table or has permission to', () => {
  const sources = globSync(['functions/**/*.ts', 'infra/**/*.ts'], { exclude: ['infra/{ops,local}/**'] });
  expect(sources.length).toBeGreaterThan(40);
  const scanning = sources.filter((file) => /\bScan(Command)?\b|dynamodb:(Scan|\*)/.test(readFileSync(file, 'utf8')));
  expect(scanning).toEqual([]);
});

test('only the clock, and the log for its lines, read the machine’s time', () => {
  const sources = globSync(['functions/**/*.ts', 'shared/**/*.ts']);
  expect(sources.length).toBeGreaterThan(200);
  const reading = sources.filter((file) => /new Date(?!\()|\bDate\(\)|\bDate\.now\b/.test(readFileSync(file, 'utf8')));
  expect(reading.sort()).toEqual(['functions/aws/clock.ts', 'functions/services/log/log.ts', 'shared/rules/clock.ts']);
});

describe('only kinds.ts contains', () => {
  const sources = globSync(['functions/**/*.ts', 'infra/ops/**/*.ts'], {
    exclude: ['functions/services/keys/item-kinds.ts', 'functions/aws/clock.ts'],
  });
  test.each([
    ['a prefix of a key', /['"`][A-Z][A-Z-]*#/],
    ['a part of a key', /\b[ps]k(:|\)? ===|\.startsWith\() ?['"`]/],
  ])('%s, so that every kind of item is registered', (_, key) => {
    expect(sources.length).toBeGreaterThan(100);
    expect(sources.filter((file) => key.test(readFileSync(file, 'utf8')))).toEqual([]);
  });
});
