import { mutationOptions } from '@tanstack/react-query';
import type { Document } from '#shared/contract/documents.ts';
import { formatFileSize } from '#shared/rules/documents.ts';
import { type DownloadOptions, download, isCancelled } from '../../lib/files/download.ts';
import { saveFile } from '../../lib/files/save-file.ts';
import { read } from '../../lib/query/query.ts';
import { formatDate } from '../../lib/text/format.ts';
import { effectOf } from '../refreshes.ts';

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
  [
    formatDate(uploadedAt),
    `Uploaded by ${uploadedBy}`,
    formatFileSize(fileSize),
    ...(encrypted ? ['Encrypted'] : []),
    ...(requiresSignature ? [signatureStatus ? 'Signed' : 'Signature required'] : []),
  ].join(' · ');

export const downloadDocument = mutationOptions({
  mutationFn: async (sent: Document & DownloadOptions) => saveFile(await download(sent, sent), sent.name),
  meta: {
    effect: effectOf('GET /api/documents/{id}/download'),
    failure: { title: 'Download Failed', description: 'Failed to download document', isShown: isCancelled },
  },
});
