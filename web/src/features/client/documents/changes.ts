import { mutationOptions } from '@tanstack/react-query';
import type { Document } from '#shared/contract/documents.ts';
import { saveFile } from '../../../lib/files/save-file.ts';
import { download } from '../../../lib/http/api.ts';
import { adviserChange, effectOf } from '../../../parts/refreshes.ts';
import { uploadDocument } from '../../../parts/upload/upload.ts';

/** Uploads a document for a client, perhaps for one of its stages; whoever sends several tells how that went. */
export const upload = mutationOptions({
  mutationFn: uploadDocument,
  meta: { effect: effectOf('POST /api/clients/{id}/documents') },
});

export const deleteDocument = adviserChange('DELETE /api/documents/{id}', {
  success: { title: 'Document Deleted', description: 'The document has been deleted.' },
  failure: { title: 'Delete Failed', description: 'Failed to delete document' },
});

/** Moves a document to another stage, or to none. */
export const moveDocument = adviserChange('PATCH /api/documents/{id}', {
  success: { title: 'Document Moved', description: 'The document has been moved.' },
  failure: { title: 'Move Failed', description: 'Failed to move document' },
});

/** Downloads a document under its name. */
export const downloadDocument = mutationOptions({
  mutationFn: async ({ id, name }: Document) => saveFile(await download(id), name),
  meta: {
    effect: effectOf('GET /api/documents/{id}/download'),
    failure: { title: 'Download Failed', description: 'Failed to download document' },
  },
});
