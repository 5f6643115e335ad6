import { mutationOptions } from '@tanstack/react-query';
import { TASK_COMPLETED } from '#shared/rules/tasks.ts';
import { ApiError, call, PlainError, type Sent } from '../../lib/http/api.ts';
import { readPages } from '../../lib/query/pages.ts';
import { catchUp, change, type Effect, type MutationMeta, type Read } from '../../lib/query/query.ts';

const PORTAL = 'GET /api/portal/{token}';
export const MESSAGES = 'GET /api/clients/{id}/messages';

/** Conversation from its newest page. With `peek` the server marks nothing as read. */
export const messagesQuery = (clientId: string, token?: string) =>
  readPages(MESSAGES, 'prev', { params: { id: clientId }, query: { peek: 'true' }, token });

/**
 * Refetches the given reads after a change. After a failure refetches the journey: the page may be stale, or the link
 * invalid.
 */
export const touching = (...touched: Read[]): Effect => ({
  stale: touched,
  refetched: touched,
  refetchedIfFailed: [PORTAL],
});

const HELP = 'POST /api/clients/{id}/stuck';
export const TASK = 'PATCH /api/tasks/{id}';
export const taskMeta = (more: MutationMeta): MutationMeta => ({
  ...more,
  failure: { title: 'Error', description: 'Failed to update task' },
  effect: touching(PORTAL),
  noSession: true,
});

const isGone = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 404 || error.fields.ref !== undefined);

/** Returns a function that words the error for a deleted task for clients. It returns all other errors unchanged. */
export const inWords = (adviser: string) => (error: unknown) =>
  isGone(error) ? new PlainError(`${adviser} has taken this off your list.`, { cause: error }) : error;

const isCompleted = (error: unknown) => error instanceof ApiError && error.serverMessage === TASK_COMPLETED;

/**
 * Marks a task complete, unless another tab or an earlier try already did. Pending until the journey has been
 * refetched. No toast, as the task itself says thanks.
 */
export const completeOwnTask = (adviser: string) =>
  mutationOptions({
    mutationFn: (sent: Sent<typeof TASK>) =>
      call(TASK, sent).catch((error: unknown) => {
        if (!isCompleted(error)) throw inWords(adviser)(error);
      }),
    meta: taskMeta({ waits: true }),
  });

export const rereadJourney = () => catchUp(touching(PORTAL));

/** Marks the adviser's messages as read: any read without `peek` does. */
export const markRead = change(MESSAGES, { effect: touching(MESSAGES), noSession: true });

/** Calls the adviser for help. Shows the server's refusal, which says when to try again. */
export const callForHelp = (adviser: string) =>
  mutationOptions({
    mutationFn: (sent: Sent<typeof HELP>) =>
      call(HELP, sent).catch((error: unknown) => {
        throw inWords(adviser)(error);
      }),
    meta: {
      success: { title: 'Your Adviser Knows', description: 'The answer will be in your messages.' },
      failure: { title: 'Error', description: 'Failed to ask for help', server: true },
      effect: touching(MESSAGES, PORTAL),
      noSession: true,
    },
  });
