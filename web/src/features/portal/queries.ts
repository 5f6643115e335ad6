import { mutationOptions } from '@tanstack/react-query';
import type { Document } from '#shared/contract/documents.ts';
import { download } from '../../lib/api.ts';
import { readPages } from '../../lib/pages.ts';
import { change, queryClient } from '../../lib/query.ts';
import { saveFile } from '../../lib/save-file.ts';
import { uploadDocument } from '../../lib/upload.ts';
import { portalQuery } from './portal-query.ts';

/** The client's conversation with the adviser, its newest page at once. */
export const messagesQuery = (clientId: string, token: string) =>
  readPages('GET /api/clients/{id}/messages', 'prev', { params: { id: clientId }, token });

const keysOf = (token: string) => [portalQuery(token).queryKey];

/** After a failure the page may be out of date, or the link no longer good: the journey is read again. */
const rereads = (token: string) => ({
  onError: () => void queryClient.invalidateQueries({ queryKey: portalQuery(token).queryKey }),
});

const taskChange = (token: string, description: string) => ({
  ...change('PATCH /api/tasks/{id}', {
    success: { title: 'Task Updated', description },
    failure: { title: 'Error', description: 'Failed to update task' },
    invalidates: keysOf(token),
    noSession: true,
  }),
  ...rereads(token),
});

/** Marks a task complete. */
export const completeTask = (token: string) => taskChange(token, 'The task has been marked as complete.');
/** Saves the client's notes on a task. */
export const saveNotes = (token: string) => taskChange(token, 'Your notes have been saved.');

/** Uploads a document; the server's own words where it refuses (product 8). */
export const upload = (token: string) =>
  mutationOptions({
    mutationFn: uploadDocument,
    ...rereads(token),
    meta: {
      success: { title: 'Document Uploaded', description: 'Your document has been securely encrypted and stored.' },
      failure: { title: 'Upload Failed', description: 'Failed to upload document', server: true },
      invalidates: keysOf(token),
      noSession: true,
    },
  });

/** Downloads one of the client's documents under its name. */
export const downloadDocument = (token: string) =>
  mutationOptions({
    mutationFn: async ({ id, name }: Document) => saveFile(await download(id, token), name),
    meta: { failure: { title: 'Download Failed', description: 'Failed to download document' }, noSession: true },
  });

/** Sends a message to the adviser. */
export const sendMessage = (clientId: string, token: string) => ({
  ...change('POST /api/clients/{id}/messages', {
    success: { title: 'Message Sent' },
    failure: { title: 'Error', description: 'Failed to send message' },
    invalidates: [messagesQuery(clientId, token).queryKey],
    noSession: true,
  }),
  ...rereads(token),
});
