import { mutationOptions } from '@tanstack/react-query';
import type { Document } from '#shared/contract/documents.ts';
import { PREVIEW_TYPES } from '#shared/rules/documents.ts';
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

// As the server says that a text is encoded; anything else is read as UTF-8.
const CHARSET = /^text\/plain;\s*charset=(utf-8|utf-16le|utf-16be|windows-1252)$/;
const charsetIn = (type: string) => CHARSET.exec(type)?.[1] ?? 'utf-8';

const KEPT_MS = 600_000;

/**
 * Fetches a document and gives the address of a copy in memory, typed as one of the types that a browser may show and
 * never as what the server's answer says. The copy is dropped after ten minutes.
 */
export const previewDocument = mutationOptions({
  mutationFn: async (document: Document) => {
    const type = document.preview && PREVIEW_TYPES.find((allowed) => allowed === document.type);
    if (!type) throw new Error('This document has no preview');
    const content = await download(document.id);
    const typed = type === 'text/plain' ? `${type};charset=${charsetIn(content.type)}` : type;
    const address = URL.createObjectURL(new Blob([content], { type: typed }));
    setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
    return address;
  },
  meta: {
    effect: effectOf('GET /api/documents/{id}/download'),
    failure: { title: 'Preview Failed', description: 'Failed to preview document' },
  },
});
