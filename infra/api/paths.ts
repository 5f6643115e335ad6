import { partsOf } from '#shared/contract/address.ts';
import { api, type CallName } from '#shared/contract/api.ts';
import type { Call } from '#shared/contract/call.ts';

/** A part of an OpenAPI document. */
export type Json = Record<string, unknown>;

export const CALLS = Object.entries(api) as [CallName, Call][];

/** The parameters between braces in a path, as OpenAPI wants them declared. */
export const pathParameters = (path: string): Json[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));

/** The contract's calls as OpenAPI's paths: by path, then by method, what `operation` says of the call. */
export function pathsOf(operation: (name: CallName, call: Call) => Json): Record<string, Json> {
  const paths: Record<string, Json> = {};
  for (const [name, call] of CALLS) {
    const { method, path } = partsOf(name);
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(name, call) };
  }
  return paths;
}
