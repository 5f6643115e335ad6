import { readDraft, useDraftKey } from '../../../lib/drafts/drafts.ts';

/** Draft of a note on a task. */
export const noteDraft = (taskId: string) => `notes/${taskId}`;

/** Draft of a question about a task or request, or about neither. */
export const questionDraft = (id = '') => `help/${id}`;

/** Returns what the client typed about a task, but has not sent. */
export function useUnsent(taskId: string) {
  const [note, question] = [useDraftKey(noteDraft(taskId)), useDraftKey(questionDraft(taskId))];
  return { note: note ? readDraft(note) : '', question: question ? readDraft(question) : '' };
}
