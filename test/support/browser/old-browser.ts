import bcd from '@mdn/browser-compat-data' with { type: 'json' };
import type { CompatStatement, Identifier } from '@mdn/browser-compat-data';
import type { BrowserContext } from '@playwright/test';
import type { Browsers } from '../../../web/browsers.ts';

const partsOf = (version: string) => version.replace('≤', '').split('.').map(Number);

const isNewer = (one: string, other: string): boolean => {
  const [major = 0, minor = 0] = partsOf(one);
  const [otherMajor = 0, otherMinor = 0] = partsOf(other);
  return major > otherMajor || (major === otherMajor && minor > otherMinor);
};

/** Returns true if each of the browsers has a feature under its own name and without a flag. */
const isKnown = ({ support }: CompatStatement, browsers: Browsers): boolean =>
  Object.entries(browsers).every(([name, oldest]) =>
    [support[name as keyof Browsers]].flat().some((statement) => {
      if (!statement?.version_added || statement.flags || statement.alternative_name || statement.prefix) return false;
      const { version_added: added, version_removed: removed } = statement;
      return added !== 'preview' && !isNewer(added, oldest) && (!removed || isNewer(`${removed}`, oldest));
    }),
  );

/** A global, or a member of one, such as "groupBy" of "Map". `isKnown` is false if one of the browsers lacks it. */
export interface Feature {
  owner: string;
  member?: string;
  isStatic: boolean;
  isKnown: boolean;
}

const STATIC = '_static';

/** Members of these are global too, such as `structuredClone`. */
const SCOPES = ['Window', 'WindowOrWorkerGlobalScope'];

/** The data does not say which members of built-ins are static. */
const isOwn = (owner: string, member: string) => {
  const value: unknown = Reflect.get(globalThis, owner);
  return typeof value === 'function' && Object.hasOwn(value, member);
};

function featuresOf(owner: string, entry: Identifier, isBuiltIn: boolean, browsers: Browsers): Feature[] {
  const found: Feature[] = [];
  for (const [name, part] of Object.entries(entry)) {
    const compat = name === '__compat' ? entry.__compat : '__compat' in part ? part.__compat : undefined;
    if (!compat) continue;
    const known = isKnown(compat, browsers);
    const member = name.replace(STATIC, '');
    const isStatic = isBuiltIn ? isOwn(owner, member) : name !== member;
    if (name === '__compat') found.push({ owner, isStatic: false, isKnown: known });
    else if (SCOPES.includes(owner)) found.push({ owner: member, isStatic: false, isKnown: known });
    else found.push({ owner, member, isStatic, isKnown: known });
  }
  return found;
}

/** Returns all built-ins and web APIs that are on record, with what the given browsers know of them. */
export const featuresFor = (browsers: Browsers): Feature[] =>
  [bcd.javascript.builtins ?? {}, bcd.api].flatMap((entries) =>
    Object.entries(entries).flatMap(([name, entry]) =>
      featuresOf(name, entry as Identifier, entries !== bcd.api, browsers),
    ),
  );

function removeFeatures(features: readonly Feature[]) {
  for (const { owner, member, isStatic } of features) {
    const value: unknown = Reflect.get(globalThis, owner);
    const holder = member === undefined ? globalThis : isStatic ? value : (value as { prototype?: object })?.prototype;
    if (typeof holder === 'function' || (typeof holder === 'object' && holder !== null))
      Reflect.deleteProperty(holder, member ?? owner);
  }
}

/** Tests call it in their pages. */
const KEPT = ['checkVisibility'];

/** Takes from all pages what one of the given browsers lacks. */
export const imitate = (context: BrowserContext, browsers: Browsers) =>
  context.addInitScript(
    removeFeatures,
    featuresFor(browsers).filter(({ member = '', isKnown }) => !isKnown && !KEPT.includes(member)),
  );
