import { globSync, readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'vite';
import { expect, test } from 'vitest';

const STRAIGHT = /\p{L}'\p{L}/u;

/** Texts of the specification, which has straight apostrophes. */
const SPECIFIED = ["Passwords don't match", "Welcome! You've been logged in automatically."];

function textsIn(file: string): string[] {
  const found: string[] = [];
  new Visitor({
    'JSXText:exit': ({ value }) => found.push(value.trim()),
    'Literal:exit': ({ value }) => typeof value === 'string' && found.push(value),
    'TemplateElement:exit': ({ value }) => found.push(value.cooked ?? ''),
  }).visit(parseSync(file, readFileSync(file, 'utf8')).program);
  return found;
}

test('texts have curly apostrophes', () => {
  const files = globSync('{web/src,shared,functions}/**/*.{ts,tsx}');
  expect(files.length).toBeGreaterThan(600);
  const straight = files.flatMap(textsIn).filter((text) => STRAIGHT.test(text) && !SPECIFIED.includes(text));
  expect(straight).toEqual([]);
});
