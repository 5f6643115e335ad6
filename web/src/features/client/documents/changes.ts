import { mutationOptions } from '@tanstack/react-query';
import { adviserChange, effectOf } from '../../../parts/refreshes.ts';
import { uploadDocument } from '../../../parts/upload/client-uploads.ts';

/** Uploads a document. Shows no toast, because `use-uploads.ts` reports several uploads in one. */
export const uploadFile = mutationOptions({
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
