import { partsOf } from '#shared/contract/address.ts';
import { api, type CallName } from '#shared/contract/api.ts';
import type { Call } from '#shared/contract/call.ts';

export type Json = Record<string, unknown>;

export const CALLS = Object.entries(api) as [CallName, Call][];

export const pathParameters = (path: string): Json[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));

/** Maps each call of the contract to an operation, by path and method. */
export function pathsOf(operation: (name: CallName, call: Call) => Json): Record<string, Json> {
  const paths: Record<string, Json> = {};
  for (const [name, call] of CALLS) {
    const { method, path } = partsOf(name);
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(name, call) };
  }
  return paths;
}
