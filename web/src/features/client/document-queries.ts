import { mutationOptions } from '@tanstack/react-query';
import { type Document, PREVIEW_TYPES } from '#shared/documents.ts';
import { download } from '../../lib/api.ts';
import { saveFile } from '../../lib/save-file.ts';
import { uploadDocument } from '../../lib/upload.ts';
import { documentsQuery, stagesQuery } from './queries.ts';
import { clientChange, refreshClient } from './refresh.ts';

const touched = (clientId: string) => [documentsQuery(clientId).queryKey, stagesQuery(clientId).queryKey];

/** Uploads a document for a client, perhaps for one of its stages. */
export const upload = (clientId: string) =>
  mutationOptions({
    mutationFn: uploadDocument,
    meta: {
      success: { title: 'Document Uploaded', description: 'The document has been securely encrypted and stored.' },
      failure: { title: 'Upload Failed', description: 'Failed to upload document' },
    },
    onSettled: () => void refreshClient(clientId, touched(clientId)),
  });

/** Deletes a document. */
export const deleteDocument = (clientId: string) =>
  clientChange('DELETE /api/documents/{id}', clientId, touched(clientId), {
    success: { title: 'Document Deleted', description: 'The document has been deleted.' },
    failure: { title: 'Delete Failed', description: 'Failed to delete document' },
  });

/** Downloads a document under its name. */
export const downloadDocument = mutationOptions({
  mutationFn: async ({ id, name }: Document) => saveFile(await download(id), name),
  meta: { failure: { title: 'Download Failed', description: 'Failed to download document' } },
  onSettled: (_done, _error, { clientId }) => void refreshClient(clientId, []),
});

/** The type under which a browser may show a document; `undefined` where it must be downloaded instead. */
export const previewType = ({ type }: Document) => PREVIEW_TYPES.find((allowed) => allowed === type);

const KEPT_MS = 600_000;

/**
 * Fetches a document and gives the address of a copy in memory, typed as one of the types that a browser may show and
 * never as what the server's answer says. The copy is dropped after ten minutes.
 */
export const previewDocument = mutationOptions({
  mutationFn: async (document: Document) => {
    const type = previewType(document);
    if (!type) throw new Error('This type has no preview');
    const typed = type === 'text/plain' ? `${type};charset=utf-8` : type;
    const address = URL.createObjectURL(new Blob([await download(document.id)], { type: typed }));
    setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
    return address;
  },
  meta: { failure: { title: 'Preview Failed', description: 'Failed to preview document' } },
  onSettled: (_address, _error, { clientId }) => void refreshClient(clientId, []),
});
