import { partsOf } from '#shared/contract/address.ts';
import { api, type CallName } from '#shared/contract/api.ts';

/** A regular expression's source for a call's path; its groups have the names in braces. */
export const patternOf = (path: string) => path.replace(/\{(\w+)\}/g, '(?<$1>[^/?]+)');

const isCall = (name: string): name is CallName => Object.hasOwn(api, name);
const nameCount = (path: string) => path.split('{').length;
const PATHS = [...new Set(Object.keys(api).map((name) => partsOf(name).path))]
  .sort((a, b) => nameCount(a) - nameCount(b))
  .map((path) => ({ path, pattern: new RegExp(`^${patternOf(path)}$`) }));

/** Returns the call that a request makes; like API Gateway it prefers fixed paths. Throws URIError for broken parameters. */
export function findCall(method: string, pathname: string) {
  for (const { path, pattern } of PATHS) {
    const match = pattern.exec(pathname);
    if (!match) continue;
    const groups = Object.entries(match.groups ?? {});
    const params = Object.fromEntries(groups.map(([name, value]) => [name, decodeURIComponent(value)]));
    const name = `${method} ${path}`;
    return isCall(name) ? { name, path, params } : undefined;
  }
  return undefined;
}
