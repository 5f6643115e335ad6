import { globSync, readFileSync } from 'node:fs';
import { type ESTree, parseSync, Visitor } from 'vite';
import { expect, test } from 'vitest';

/** Returns true if an expression is or may be text. */
function saysText(expression: ESTree.Expression | ESTree.JSXEmptyExpression): boolean {
  switch (expression.type) {
    case 'TemplateLiteral':
      return true;
    case 'Literal':
      return typeof expression.value === 'string' && expression.value.trim() !== '';
    case 'LogicalExpression':
      return saysText(expression.left) || saysText(expression.right);
    case 'ConditionalExpression':
      return saysText(expression.consequent) || saysText(expression.alternate);
    default:
      return false;
  }
}

const isText = (child: ESTree.JSXChild) =>
  (child.type === 'JSXText' && child.value.trim() !== '') ||
  (child.type === 'JSXExpressionContainer' && saysText(child.expression));
const mayChange = (child: ESTree.JSXChild) =>
  child.type === 'JSXExpressionContainer' && !['Literal', 'JSXEmptyExpression'].includes(child.expression.type);
const isBlank = (child: ESTree.JSXChild) =>
  child.type === 'JSXText'
    ? child.value.trim() === ''
    : child.type === 'JSXExpressionContainer' && child.expression.type === 'JSXEmptyExpression';

/** Returns the places of text that React could not replace after the browser has translated it. */
function bareTexts(file: string, source: string): string[] {
  const found: string[] = [];
  const note = ({ start }: ESTree.Span) => found.push(`${file}:${source.slice(0, start).split('\n').length}`);
  new Visitor({
    'JSXFragment:exit': (fragment) => fragment.children.filter(isText).forEach(note),
    'JSXElement:exit': ({ children }) => {
      const shown = children.filter((child) => !isBlank(child));
      if (shown.length > 1 && shown.some(mayChange)) shown.filter(isText).forEach(note);
    },
  }).visit(parseSync(file, source).program);
  return found;
}

test.each([
  ['<b>{count} selected</b>', 1],
  ['<b><Icon />{busy ? "Saving..." : "Save"}</b>', 1],
  ['<b>Saved{at && <time>{at}</time>}</b>', 1],
  ['<>Saved</>', 1],
  ['<b>{at ? "Saved" : <i>Not saved</i>}</b>', 0],
  ['<b><Icon /> Save</b>', 0],
  ['<b>Dear <i>{name}</i>,</b>', 0],
  ['<b><i>Saved</i>{" "}{at && <time>{at}</time>}</b>', 0],
])('%s has bare text %i times', (source, times) => expect(bareTexts('a.tsx', source)).toHaveLength(times));

test('text next to dynamic content has its own element, so that browsers can translate the page', () => {
  const files = globSync('web/src/**/*.tsx');
  expect(files.length).toBeGreaterThan(150);
  expect(files.flatMap((file) => bareTexts(file, readFileSync(file, 'utf8')))).toEqual([]);
});
