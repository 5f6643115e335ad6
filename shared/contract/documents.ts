import * as z from 'zod/mini';
import { LIMITS } from '../rules/limits.ts';
import type { Calls } from './call.ts';
import { ADVISERS, WITH_CLIENT } from './callers.ts';
import { furtherPerson, requiredText, stageLink } from './fields.ts';

/** The copy of a fact-find; a document to sign; one that was signed, and its signed copy. */
export const KEPT_AS = ['agreed', 'to-sign', 'original', 'signed'] as const;

/** Never contains keys or storage paths. */
export const document = z.object({
  id: z.string(),
  clientId: z.string(),
  stageId: z.nullable(z.string()),
  /** Task that it was uploaded for; null if none, or if the task was deleted. */
  taskId: z.nullable(z.string()),
  /** Request that it was sent for; null if none. */
  requestId: z.nullable(z.string()),
  /** Number of the attempt at the request. */
  round: z.nullable(z.number()),
  name: z.string(),
  type: z.string(),
  fileSize: z.number(),
  /** SHA-256 of the file in hex; null for files from before it was kept. */
  sha256: z.nullable(z.string()),
  /** Number of parts to download; 1 for a small file, which comes whole. */
  parts: z.number(),
  uploadedAt: z.string(),
  uploadedBy: z.enum(['adviser', 'client']),
  /** The client's further person who sent it; null for the first person and for staff. */
  sentBy: z.nullable(furtherPerson),
  encrypted: z.boolean(),
  requiresSignature: z.boolean(),
  signatureStatus: z.nullable(z.enum(['signed'])),
  /** Why it is neither moved nor deleted; null for other documents. */
  keptAs: z.nullable(z.enum(KEPT_AS)),
  /** True if a browser may show it: one of {@link PREVIEW_TYPES}, and no PDF with active content. */
  preview: z.boolean(),
});

export type Document = z.infer<typeof document>;

/** Number of a part in a URL. */
const partNumber = z.pipe(
  z.string().check(z.regex(/^\d{1,2}$/, 'Unknown part')),
  z.pipe(z.transform(Number), z.number()),
);

/** Answer 409 to the download of a large file as a whole. */
export const comesInParts = z.object({ message: z.string(), parts: z.number() });

const documentChange = z
  .strictObject({
    stageId: z.optional(stageLink),
    /** Files the document under a request, which decides its stage; null takes it out. */
    requestId: z.optional(z.nullable(requiredText(LIMITS.title, 'Request not found'))),
  })
  .check(
    z.refine((c) => (c.stageId === undefined) !== (c.requestId === undefined), {
      path: ['stageId'],
      message: 'Send either a stage or a request',
    }),
  );
export type DocumentChange = z.infer<typeof documentChange>;

/** A file can hand its request in, so that reminders end. */
export const TOPICS_OF_FILES = ['summary', 'stages', 'documents', 'requests', 'reminders'] as const;

const byAdviser = { lambda: 'documents', allow: ADVISERS, about: 'child' } as const;

export const documentCalls = {
  'GET /api/clients/{id}/documents': {
    reads: 'documents',
    effect: 'none',
    lambda: 'documents',
    allow: ADVISERS,
    about: 'client',
    status: 200,
    returns: z.array(document),
  },
  'POST /api/clients/{id}/documents': {
    changes: TOPICS_OF_FILES,
    effect: 'none',
    lambda: 'documents',
    allow: WITH_CLIENT,
    about: 'client',
    status: 201,
    body: 'multipart',
    returns: document,
  },
  'GET /api/documents/{id}/download': {
    changes: ['lists', 'activity'],
    effect: 'none',
    lambda: 'documents',
    allow: WITH_CLIENT,
    about: 'child',
    status: 200,
    /** Part of a large file. Part 0 answers the header x-parts, which the other parts need. */
    query: z.strictObject({ part: z.optional(partNumber) }),
    writes: true,
    returns: 'bytes',
    conflict: comesInParts,
  },
  'PATCH /api/documents/{id}': {
    changes: TOPICS_OF_FILES,
    effect: 'none',
    ...byAdviser,
    status: 200,
    body: documentChange,
    returns: document,
  },
  /** A client may remove an own file of a request until it is handed in (403, 409). */
  'DELETE /api/documents/{id}': {
    changes: TOPICS_OF_FILES,
    effect: 'final',
    ...byAdviser,
    allow: WITH_CLIENT,
    status: 204,
  },
} as const satisfies Calls;
