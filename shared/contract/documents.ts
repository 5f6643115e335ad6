import * as z from 'zod/mini';
import { stageLink } from './fields.ts';

/** A stored document; nothing about keys or paths ever leaves the server. */
export const document = z.object({
  id: z.string(),
  clientId: z.string(),
  stageId: z.nullable(z.string()),
  name: z.string(),
  type: z.string(),
  fileSize: z.number(),
  uploadedAt: z.string(),
  uploadedBy: z.enum(['adviser', 'client']),
  encrypted: z.boolean(),
  requiresSignature: z.boolean(),
  signatureStatus: z.nullable(z.enum(['signed'])),
  /** Whether a browser may show it: one of {@link PREVIEW_TYPES}, and no PDF that acts. */
  preview: z.boolean(),
});

/** A stored document. */
export type Document = z.infer<typeof document>;

/** PATCH /api/documents/{id}: the stage it belongs to, or none. */
export const documentChange = z.strictObject({ stageId: stageLink });
