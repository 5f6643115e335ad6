import type { Document } from '#shared/contract/documents.ts';
import { formatFileSize } from '#shared/rules/documents.ts';
import { formatDate } from '../../../lib/text/format.ts';

/** When, by whom and how large: "21 Nov 2025 · Uploaded by client · 12.3 KB · Encrypted · Signed". */
export const documentFacts = ({
  uploadedAt,
  uploadedBy,
  fileSize,
  encrypted,
  requiresSignature,
  signatureStatus,
}: Document) =>
  [
    formatDate(uploadedAt),
    `Uploaded by ${uploadedBy}`,
    formatFileSize(fileSize),
    ...(encrypted ? ['Encrypted'] : []),
    ...(requiresSignature ? [signatureStatus ? 'Signed' : 'Signature required'] : []),
  ].join(' · ');
