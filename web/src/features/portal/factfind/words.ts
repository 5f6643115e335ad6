import { type Given, sayAnswer } from '#shared/rules/factfind-answers.ts';
import type { Question } from '#shared/rules/factfind-shape.ts';

export const UNKNOWN = 'I don’t know';
export const TALK = 'I’d rather talk about it';

/** Returns an answer in words for the client. */
export function sayOwn(question: Question, given: Given | undefined): string {
  if (given?.s === 'unknown') return UNKNOWN;
  return given?.s === 'talk' ? TALK : sayAnswer(question, given);
}
