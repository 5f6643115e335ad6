import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = 'functions/domain';

/** Names of the folders of the domain that a file imports from. */
const importedBy = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from|import\() ?'(\.[^']+)'/g)].flatMap(([, specifier = '']) => {
    const target = path.relative(ROOT, path.join(path.dirname(file), specifier));
    return target.startsWith('..') ? [] : (target.split('/')[0] ?? []);
  });

const files = globSync(`${ROOT}/**/*.ts`);
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

test('folders of the domain do not import each other in a ring', () => {
  expect(imports.size).toBeGreaterThan(8);
  expect(ring(imports)).toEqual([]);
});
