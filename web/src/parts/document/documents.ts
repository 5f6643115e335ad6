import type { Document } from '#shared/contract/documents.ts';
import { formatFileSize } from '#shared/rules/documents.ts';
import { sayDay } from '#shared/rules/say-date.ts';
import { read } from '../../lib/query/query.ts';
import { dotted } from '../../lib/text/format.ts';

/** Reads a client's documents, newest first. */
export const documentsQuery = (id: string) => read('GET /api/clients/{id}/documents', { params: { id } });

/** Returns "21 Nov 2025 · Uploaded by client · 12.3 KB · Encrypted · Signed". */
export const documentFacts = ({
  uploadedAt,
  uploadedBy,
  fileSize,
  encrypted,
  requiresSignature,
  signatureStatus,
}: Document) =>
  dotted([
    sayDay(uploadedAt),
    `Uploaded by ${uploadedBy}`,
    formatFileSize(fileSize),
    encrypted && 'Encrypted',
    requiresSignature && (signatureStatus ? 'Signed' : 'Signature required'),
  ]);
