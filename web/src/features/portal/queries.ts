import { mutationOptions } from '@tanstack/react-query';
import type { Document } from '#shared/contract/documents.ts';
import { saveFile } from '../../lib/files/save-file.ts';
import { download } from '../../lib/http/api.ts';
import { readPages } from '../../lib/query/pages.ts';
import { catchUp, change, type Effect, type MutationMeta, type Read } from '../../lib/query/query.ts';

const PORTAL = 'GET /api/portal/{token}';
const MESSAGES = 'GET /api/clients/{id}/messages';

/** The client's conversation with the adviser, its newest page at once; reading it so marks nothing as read. */
export const messagesQuery = (clientId: string, token?: string) =>
  readPages(MESSAGES, 'prev', { params: { id: clientId }, query: { peek: 'true' }, token });

/**
 * After a change the reads given are made anew; after a failure the journey, as the page may be out of date, or the link no
 * longer good.
 */
export const touching = (...touched: Read[]): Effect => ({
  isStale: (read) => touched.includes(read),
  isReread: (read, failed) => (failed ? read === PORTAL : touched.includes(read)),
});

const taskChange = (description: string, more: MutationMeta = {}) =>
  change('PATCH /api/tasks/{id}', {
    ...more,
    success: { title: 'Task Updated', description },
    failure: { title: 'Error', description: 'Failed to update task' },
    effect: touching(PORTAL),
    noSession: true,
  });

/** Marks a task complete; under way until the journey has been read anew with it. */
export const completeTask = taskChange('The task has been marked as complete.', { waits: true });
/** Appends a note to the client's notes on a task. */
export const saveNotes = taskChange('Your notes have been saved.');

/** Reads the journey anew after documents came to it. */
export const rereadJourney = () => catchUp(touching(PORTAL));

/** Downloads one of the client's documents under its name. */
export const downloadDocument = (token: string) =>
  mutationOptions({
    mutationFn: async ({ id, name }: Document) => saveFile(await download(id, token), name),
    meta: {
      failure: { title: 'Download Failed', description: 'Failed to download document' },
      effect: touching(),
      noSession: true,
    },
  });

export const sendMessage = change('POST /api/clients/{id}/messages', {
  success: { title: 'Message Sent' },
  failure: { title: 'Error', description: 'Failed to send message' },
  effect: touching(MESSAGES),
  noSession: true,
});

/** Marks the adviser's messages as read, which is what reading them without a peek does. */
export const markRead = change(MESSAGES, { effect: touching(MESSAGES), noSession: true });

/** Tells the adviser that the client is stuck; the server's own words where it refuses, which say when to try again. */
export const callForHelp = change('POST /api/clients/{id}/stuck', {
  success: { title: 'Your Adviser Knows', description: 'The answer will be in your messages.' },
  failure: { title: 'Error', description: 'Failed to ask for help', server: true },
  effect: touching(MESSAGES, PORTAL),
  noSession: true,
});
