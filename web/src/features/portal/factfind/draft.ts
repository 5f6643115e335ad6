import type { FactfindAnswer } from '#shared/contract/factfind.ts';
import { withOwn } from '#shared/rules/factfind.ts';
import { type Given, isSameAnswer } from '#shared/rules/factfind-answers.ts';
import { SECTIONS } from '#shared/rules/factfind-questions.ts';
import type { OwnQuestion, Question } from '#shared/rules/factfind-shape.ts';
import { readTyped, type Typed } from '../../../parts/factfind/typed.ts';
import { DRAFTS } from './draft-names.ts';

/** Change of an answer that is not known to be saved. */
export interface Change {
  typed?: Typed | undefined;
  s?: Given['s'];
}

/** Kept change. */
export interface Draft extends Change {
  /** Number of the answer over which it was typed. */
  n: number;
  /** Set for a reply to staff, which is sent even if the answer is as before. */
  isReply?: true;
  /** Answers that were sent for it since, whose responses may be lost. */
  sent?: readonly Given[];
}

/** Place of an answer: key of the section, and id of the question. */
export interface Place {
  section: string;
  id: string;
}

export const nameOf = ({ section, id }: Place) => `${DRAFTS}${section}/${id}`;
export function placeOf(name: string): Place {
  const [section = '', id = ''] = name.slice(DRAFTS.length).split('/');
  return { section, id };
}

/** Returns the question of a place, also of a section that is no longer asked. `own` are the firm’s own questions. */
export function questionAt({ section: key, id }: Place, own: readonly OwnQuestion[] = []): Question | undefined {
  const section = SECTIONS.find((one) => one.id === key.split('.')[0]);
  return section && withOwn(section, own).questions.find((one) => one.id === id);
}

/** Returns the answer that a draft says; undefined while its text is no answer. */
export function givenIn(question: Question | undefined, { typed, s }: Change): Given | undefined {
  if (!question) return undefined;
  if (s) return { s };
  const { value, errors } = readTyped(question, typed);
  return errors ? undefined : { v: value };
}

/** Returns the answer that somebody gave after the draft was begun, if it says something else. */
export function conflictOf(
  question: Question | undefined,
  draft: Draft,
  stored: FactfindAnswer | undefined,
  me: number,
) {
  if (!stored || stored.n === draft.n || isOwn(draft, stored, me)) return undefined;
  const given = givenIn(question, draft);
  return given && !isSameAnswer(given, stored) ? stored : undefined;
}

/** Returns true for an answer of this draft whose response was lost. */
export const isOwn = ({ sent = [] }: Draft, stored: FactfindAnswer, me: number) =>
  stored.by === me && sent.some((given) => isSameAnswer(given, stored));

/** Repeated tries without a response add nothing. */
export const withSent = ({ sent = [], ...draft }: Draft, given: Given): Draft => ({
  ...draft,
  sent: sent.some((one) => isSameAnswer(one, given)) ? sent : [...sent, given],
});
