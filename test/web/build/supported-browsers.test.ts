import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync, Visitor } from 'vite';
import { expect, test } from 'vitest';
import { type Browsers, CLIENT_BROWSERS, STAFF_BROWSERS } from '../../../web/browsers.ts';
import { type Feature, featuresFor } from '../../support/browser/old-browser.ts';

// The build lowers syntax only. These tests read the calls of web/dist; run `npm run build` first.

const ASSETS = path.resolve('web/dist/assets');
const files = readdirSync(ASSETS).filter((file) => file.endsWith('.js'));
const textOf = (file: string) => readFileSync(path.join(ASSETS, file), 'utf8');

/** Calls that are made only where the browser has the function, and methods of libraries with such a name. */
const GUARDED = [
  'requestIdleCallback()',
  'cancelIdleCallback()',
  'new ClipboardItem',
  'Error.captureStackTrace()',
  'PublicKeyCredential.getClientCapabilities()',
  // React and the router ask for them first; the product starts no view transitions.
  '.startViewTransition()',
  '.skipTransition()',
  // Functions of React.
  '.createContext()',
  '.toArray()',
];

/** Functions that return an iterator, whose helpers are newer than those of arrays. */
const ITERATORS = ['values', 'keys', 'entries', 'matchAll'];

const isCamelCase = (name: string) => /[a-z][A-Z]/.test(name);

/** Returns the calls in a text of what one of the browsers lacks, such as "Map.groupBy()". */
function lackingIn(text: string, features: readonly Feature[]): string[] {
  const globals = new Map(features.flatMap((one) => (one.member ? [] : [[one.owner, one]])));
  const members = Map.groupBy(features, ({ member }) => member);
  const lacks = (owner: string, member: string) =>
    members.get(member)?.some((one) => one.owner === owner && !one.isKnown) === true;
  /** Built-in methods, and those of web APIs whose name says enough. */
  const isOfNone = (member: string) => {
    const found = members.get(member)?.filter(({ isStatic }) => !isStatic) ?? [];
    return isCamelCase(member) && found.length > 0 && found.every(({ isKnown }) => !isKnown);
  };
  const found: string[] = [];
  const visitor = new Visitor({
    NewExpression({ callee }) {
      if (callee.type === 'Identifier' && globals.get(callee.name)?.isKnown === false) found.push(`new ${callee.name}`);
    },
    CallExpression({ callee, optional }) {
      if (optional) return;
      if (callee.type === 'Identifier' && globals.get(callee.name)?.isKnown === false) found.push(`${callee.name}()`);
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier' || callee.computed) return;
      const { object, property } = callee;
      if (object.type === 'Identifier' && globals.has(object.name)) {
        if (lacks(object.name, property.name)) found.push(`${object.name}.${property.name}()`);
        return;
      }
      const made = object.type === 'CallExpression' && object.callee.type === 'MemberExpression' && object.callee;
      const isIterator =
        made &&
        made.property.type === 'Identifier' &&
        ITERATORS.includes(made.property.name) &&
        !(made.object.type === 'Identifier' && made.object.name === 'Object');
      if (isIterator && lacks('Iterator', property.name)) found.push(`iterator.${property.name}()`);
      if (!isIterator && isOfNone(property.name)) found.push(`.${property.name}()`);
    },
  });
  visitor.visit(parseSync('chunk.js', text).program);
  return found;
}

const named = (page: string) => files.find((file) => file.startsWith(`${page}-`)) ?? '';
const staticOf = (file: string) => importsIn(file, /\b(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g);
const lazyOf = (file: string) => importsIn(file, /\bimport\(["'`]\.\/([\w.-]+\.js)["'`]\)/g);
const importsIn = (file: string, pattern: RegExp) => [...textOf(file).matchAll(pattern)].map(([, name = '']) => name);
/** Screens of other people, which the entry can load too. */
const isScreen = (file: string) => /-(page|frame)-/.test(file);

function reachable(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const next of [...staticOf(file), ...lazyOf(file).filter((lazy) => !isScreen(lazy))]) reachable(next, found);
  return found;
}

/** Files that clients load. */
const clients = new Set([...reachable(named('portal-page')), ...reachable(named('reminders-page'))]);

test('a client’s pages load most of the shared code, and no page of staff', () => {
  expect([...clients]).toContain(named('index'));
  expect([...clients]).toContain(named('send-parts'));
  expect([...clients].filter(isScreen)).toEqual([named('portal-page'), named('reminders-page')].sort());
});

test.each<[string, Browsers, string[]]>([
  ['clients', CLIENT_BROWSERS, [...clients]],
  ['advisers', STAFF_BROWSERS, files],
])('%s’ pages call nothing that their oldest supported browsers lack', (_, browsers, loaded) => {
  const features = featuresFor(browsers);
  const found = loaded.flatMap((file) =>
    lackingIn(textOf(file), features)
      .filter((call) => !GUARDED.includes(call))
      .map((call) => `${call} in ${file}`),
  );
  expect([...new Set(found)]).toEqual([]);
});

test('every guarded call is still made', () => {
  const features = featuresFor(CLIENT_BROWSERS);
  const found = new Set(files.flatMap((file) => lackingIn(textOf(file), features)));
  expect(GUARDED.filter((call) => !found.has(call))).toEqual([]);
});

test.each([
  ['Map.groupBy(list, keyOf)', ['Map.groupBy()']],
  ['URL.parse(text)', ['URL.parse()']],
  ['map.values().map(nameOf)', ['iterator.map()']],
  ['one.isSubsetOf(other)', ['.isSubsetOf()']],
  ['requestIdleCallback(run)', ['requestIdleCallback()']],
  ['new ClipboardItem(parts)', ['new ClipboardItem']],
  ['Object.values(map).map(nameOf); list.toSorted().at(-1); Map.groupBy?.(list, keyOf)', []],
])('finds in %s what the portal’s oldest browsers lack', (text, expected) => {
  expect(lackingIn(text, featuresFor(CLIENT_BROWSERS))).toEqual(expected);
});
