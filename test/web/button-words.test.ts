import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const SMALL = 'a an and as at by for from in of on or the to with'.split(' ');
const CHILDREN = /<(\w*Button)\b(?:=>|[^>])*(?<!\/)>([\s\S]*?)<\/\1>/g;
const WRITTEN = /(?<=['`])[A-Z][^'`,]*(?=['`])|(?<=^|>)\s*[A-Z][\w’'\s]*(?=<|$)/g;
/** Labels passed as properties: forms, dialogs, toasts and menus. */
const NAMED =
  /(?<=\b(?:confirm|submitLabel|save|instead)(?:=|: )["'])[^"']+|(?<=\blabel: ')[^']+(?='[^}]*?\bon(?:Click|Select)\b)/g;

const isTitle = (text: string) =>
  text.split(/[^\w’']+/).every((word) => !/^[a-z]/.test(word) || SMALL.includes(word)) || text.endsWith('...');

const HEADS = /(?<=<Th\b[^>]*>\s*)[A-Z][^<{]*?(?=\s*<\/Th>)|(?<=<Td\b[^>]*\blabel=")[^"]+/g;
/** Heads of the tables in the specification, and of their columns of buttons. */
const SPECIFIED = [
  'Client Name',
  'Current Adviser',
  'Reassign To',
  'Task Title',
  'Assigned To',
  'Mark Complete',
  'Change Date',
];

const sourcesOf = () =>
  readdirSync('web/src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => readFileSync(`web/src/${file}`, 'utf8'));

test('heads of columns are in sentence case, except those of the specification', () => {
  const heads = sourcesOf().flatMap((source) => source.match(HEADS) ?? []);
  expect(heads.length).toBeGreaterThan(50);
  expect(heads.filter((head) => /\s[A-Z]/.test(head) && !SPECIFIED.includes(head))).toEqual([]);
});

test('button and menu labels are in Title Case', () => {
  const sources = sourcesOf();
  const children = sources.flatMap((source) =>
    [...source.matchAll(CHILDREN)].map(([, , inner = '']) => inner.replace(/\$?\{[^{}]*\}/g, '')),
  );
  const texts = [
    ...children.flatMap((inner) => inner.match(WRITTEN) ?? []),
    ...sources.flatMap((source) => source.match(NAMED) ?? []),
  ];
  expect(texts.length).toBeGreaterThan(100);
  expect(texts.filter((text) => !isTitle(text))).toEqual([]);
});
