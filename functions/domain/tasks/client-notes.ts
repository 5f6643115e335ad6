import type { TaskChange, TaskChangeByClient } from '#shared/contract/tasks.ts';
import { NOTES_CHANGED } from '#shared/rules/clients.ts';
import { LIMITS } from '#shared/rules/limits.ts';
import { londonMoment } from '#shared/rules/london.ts';
import { NOTES_FULL } from '#shared/rules/tasks.ts';
import { type Condition, unchanged } from '../../aws/expressions.ts';
import { conflict, invalid } from '../../services/errors.ts';
import type { TaskItem } from './task.ts';
import type { AnyTaskChange } from './task-change.ts';

/** A change of a task, by an adviser or by the client. */
export type SentChange = TaskChange & Omit<TaskChangeByClient, 'status'>;

const MINUTE_MS = 60_000;
/** How long a repeated note is taken for a retry: a client whose answer was lost presses Save Notes again. */
const RETRY_MINUTES = 10;

/**
 * Returns the notes with another one appended below its date and time in London. Idempotent for ten minutes. Throws 400
 * where they would be longer than notes may be.
 */
export function withNote(notes: string | undefined, note: string, now: Date): string {
  const dated = (minutesAgo: number) => `${londonMoment(new Date(now.getTime() - minutesAgo * MINUTE_MS))}\n${note}`;
  const isLast = (entry: string) => notes === entry || notes?.endsWith(`\n\n${entry}`);
  const retried = Array.from({ length: RETRY_MINUTES + 1 }, (_, minutes) => dated(minutes)).some(isLast);
  if (notes && retried) return notes;
  const all = notes ? `${notes}\n\n${dated(0)}` : dated(0);
  if (all.length > LIMITS.text) throw invalid('addNote', NOTES_FULL);
  return all;
}

/**
 * Returns the change that a PATCH comes to, and what must hold of the stored notes for it, so that no device overwrites
 * the note of another. Throws 409 if the notes are not those that the sender read.
 */
export function withClientNotes(
  { card: { clientNotes: stored } }: TaskItem,
  { addNote, clientNotesWas, ...change }: SentChange,
  now: Date,
): { change: AnyTaskChange; when: Condition[] } {
  const when = [unchanged('card/clientNotes', stored)];
  if (addNote !== undefined) return { change: { ...change, clientNotes: withNote(stored, addNote, now) }, when };
  if (clientNotesWas === undefined) return { change, when: [] };
  const current = stored ?? null;
  if (current !== clientNotesWas && current !== change.clientNotes)
    throw conflict(NOTES_CHANGED, { clientNotes: current });
  return { change, when };
}
