import * as z from 'zod/mini';
import { LIMITS } from '../rules/limits.ts';
import type { Calls } from './call.ts';
import { WITH_CLIENT } from './callers.ts';
import { document, TOPICS_OF_FILES } from './documents.ts';
import { requiredText, sha256, stageLink } from './fields.ts';

/** Longest accepted name; a stored one is shorter. */
const MAX_NAME = 1000;

/** More than the largest file has. */
const MAX_PARTS = 100;

const size = z.int('Must be a whole number').check(z.gte(1, 'This file is empty'));

/** A file names a stage, a task or a request, but only one of them. */
export const ONE_PLACE = 'A document for a task or a request gets its stage';

const newUpload = z
  .strictObject({
    name: requiredText(MAX_NAME, 'Name is required'),
    size,
    stageId: z.optional(stageLink),
    taskId: z.optional(requiredText(LIMITS.title, 'Task not found')),
    requestId: z.optional(requiredText(LIMITS.title, 'Request not found')),
  })
  .check(
    z.refine(({ stageId, taskId, requestId }) => [stageId, taskId, requestId].filter(Boolean).length <= 1, {
      path: ['stageId'],
      message: ONE_PLACE,
    }),
  );

/** An unfinished upload. It belongs to the portal link or the member of staff who began it; others get a 404. */
export const upload = z.object({
  id: z.string(),
  name: z.string(),
  size: z.number(),
  partSize: z.number(),
  /** Stored parts, in order. */
  parts: z.array(z.object({ index: z.number(), sha256: z.string() })),
  /** When the last part was stored, or when it was begun. */
  activeAt: z.string(),
  /** When it is deleted if it is still unfinished. */
  endsAt: z.string(),
  stageId: z.nullable(z.string()),
  taskId: z.nullable(z.string()),
  requestId: z.nullable(z.string()),
});
export type Upload = z.infer<typeof upload>;

/** Answer 409 to a finish too early. */
export const missingParts = z.object({ message: z.string(), missing: z.array(z.number()) });

const ofClient = { lambda: 'uploads', allow: WITH_CLIENT, about: 'client' } as const;
const ofUpload = { lambda: 'uploads', allow: WITH_CLIENT, about: 'child' } as const;

export const uploadCalls = {
  'GET /api/clients/{id}/uploads': { effect: 'none', ...ofClient, status: 200, returns: z.array(upload) },
  'POST /api/clients/{id}/uploads': {
    changes: [],
    effect: 'none',
    ...ofClient,
    status: 201,
    body: newUpload,
    returns: z.object({ id: z.string(), partSize: z.number(), parts: z.number(), endsAt: z.string() }),
  },
  'GET /api/uploads/{id}': { effect: 'none', ...ofUpload, status: 200, returns: upload },
  /** The header x-sha256 may hold the digest of the part, in hex, so that a damaged part is refused. */
  'POST /api/uploads/{id}/parts/{index}': {
    changes: [],
    effect: 'none',
    ...ofUpload,
    status: 200,
    body: 'bytes',
    returns: z.object({ parts: z.array(z.number()) }),
  },
  'POST /api/uploads/{id}/finish': {
    changes: TOPICS_OF_FILES,
    effect: 'none',
    ...ofUpload,
    status: 201,
    /** The digests of the parts are compared before anything is read, the digest of the whole file afterwards. */
    body: z.strictObject({
      sha256: z.optional(sha256),
      parts: z.optional(z.array(sha256).check(z.maxLength(MAX_PARTS))),
    }),
    returns: document,
    conflict: missingParts,
  },
  'DELETE /api/uploads/{id}': { changes: [], effect: 'none', ...ofUpload, status: 204 },
} as const satisfies Calls;
