import { mutationOptions } from '@tanstack/react-query';
import type { Document } from '#shared/contract/documents.ts';
import { type DownloadOptions, download, isCancelled } from '../../../lib/files/download.ts';
import { saveFile } from '../../../lib/files/save-file.ts';
import { adviserChange, effectOf } from '../../../parts/refreshes.ts';
import { uploadDocument } from '../../../parts/upload/upload.ts';

/** Uploads a document. Shows no toast, because `uploads.ts` reports several uploads in one. */
export const upload = mutationOptions({
  mutationFn: uploadDocument,
  meta: { effect: effectOf('POST /api/clients/{id}/documents') },
});

export const deleteDocument = adviserChange('DELETE /api/documents/{id}', {
  success: { title: 'Document Deleted', description: 'The document has been deleted.' },
  failure: { title: 'Delete Failed', description: 'Failed to delete document' },
});

/** Moves a document to another stage, or unassigns it. */
export const moveDocument = adviserChange('PATCH /api/documents/{id}', {
  success: { title: 'Document Moved', description: 'The document has been moved.' },
  failure: { title: 'Move Failed', description: 'Failed to move document' },
});

export const downloadDocument = mutationOptions({
  mutationFn: async (sent: Document & DownloadOptions) => saveFile(await download(sent, sent), sent.name),
  meta: {
    effect: effectOf('GET /api/documents/{id}/download'),
    failure: { title: 'Download Failed', description: 'Failed to download document', isShown: isCancelled },
  },
});
