import * as z from 'zod/mini';
import { canonicalListQuery } from '../rules/client-list.ts';
import { VIEW_LIMITS } from '../rules/limits.ts';
import type { Calls } from './call.ts';
import { ADVISERS } from './callers.ts';
import { flag, requiredLine } from './fields.ts';

export const view = z.object({
  id: z.string(),
  name: z.string(),
  /** Search part of the list's address in canonical form, without `?`. */
  query: z.string(),
  shared: z.boolean(),
  /** True if the caller may change it: admins may change all shared views. */
  own: z.boolean(),
  ownerName: z.string(),
  version: z.number(),
});
export type View = z.infer<typeof view>;

const NO_QUERY = 'Must be the part of a list’s address after the question mark';

const isListQuery = (query: string) => {
  const { length } = canonicalListQuery(query) ?? '';
  return length > 0 && length <= VIEW_LIMITS.query;
};

const listQuery = requiredLine(VIEW_LIMITS.query, NO_QUERY).check(
  z.refine(isListQuery, NO_QUERY),
  z.overwrite((query: string) => canonicalListQuery(query) ?? query),
);

export const viewName = requiredLine(VIEW_LIMITS.name, 'Name is required');

const newView = z.strictObject({ name: viewName, query: listQuery, shared: z.optional(flag) });
const viewChange = z.strictObject({
  version: z.int('Must be the version that was read'),
  name: z.optional(viewName),
  query: z.optional(listQuery),
  shared: z.optional(flag),
});
export type ViewChange = z.infer<typeof viewChange>;

const ofCaller = { lambda: 'clients', allow: ADVISERS, about: 'nobody' } as const;

export const viewCalls = {
  'GET /api/views': { reads: 'views', effect: 'none', ...ofCaller, status: 200, returns: z.array(view) },
  'POST /api/views': { changes: ['views'], effect: 'none', ...ofCaller, status: 201, body: newView, returns: view },
  'PATCH /api/views/{id}': {
    changes: ['views'],
    effect: 'none',
    ...ofCaller,
    status: 200,
    body: viewChange,
    returns: view,
  },
  'DELETE /api/views/{id}': { changes: ['views'], effect: 'none', ...ofCaller, status: 204 },
} as const satisfies Calls;
