import type { Factfind, FactfindAnswer } from '#shared/contract/factfind.ts';
import { askedIn, type SectionOf, sectionsOf } from '#shared/rules/factfind.ts';
import { isAnswered } from '#shared/rules/factfind-answers.ts';
import { correctedOf } from '#shared/rules/factfind-own.ts';
import type { Question } from '#shared/rules/factfind-shape.ts';
import { useAccess } from '../access.ts';
import { givenIn, nameOf } from './draft.ts';
import { type OpenFactfind, stepPath, stepsOf, useFactfind } from './factfind-context.ts';

/** State of links to a question of staff, so that Continue leads to the next one. */
export const FROM_ASKS = { from: 'asks' };

/** Returns true for an answer of staff where the client gave none. */
export const isFilledIn = (answer: FactfindAnswer) =>
  answer.by === null && isAnswered(answer) && answer.was.every(({ by }) => by === null);

/** Returns a test for answers that both sides agreed in an earlier fact-find. */
export function useIsAgreed(): (answer: FactfindAnswer) => boolean {
  const { requests } = useAccess().portal;
  const { id } = useFactfind().factfind.request;
  const agreedAt = requests.flatMap((one) =>
    one.facts?.agreedOn && one.id !== id && one.decidedAt ? [one.decidedAt] : [],
  );
  return ({ at }) => agreedAt.some((time) => at <= time);
}

export interface Noted {
  at: SectionOf;
  question: Question;
}

/** Path of a question’s page below the fact-find’s own. */
export const notedPath = ({ at, question: { page } }: Noted) => stepPath({ at, page: { page, questions: [] } });

const noted = (
  { form, answers, today, factfind }: OpenFactfind,
  isNoted: (factfind: Factfind, key: string, id: string) => boolean,
): Noted[] =>
  sectionsOf(form).flatMap((at) =>
    askedIn(at, form, answers, today)
      .filter(({ id }) => isNoted(factfind, at.key, id))
      .map((question) => ({ at, question })),
  );

/** Returns the asked questions that staff ask about. */
export const askedBack = (open: OpenFactfind) => noted(open, ({ asks }, key, id) => asks[key]?.[id] !== undefined);

/** Returns the path of the next page after another one where a question of staff has no reply, not even an unsaved one. */
export function askedAfter(open: OpenFactfind, path: string): string | undefined {
  const { drafts } = open.saving;
  const left = askedBack(open).flatMap((one) => {
    const draft = drafts.get(nameOf({ section: one.at.key, id: one.question.id }));
    return draft && isAnswered(givenIn(one.question, draft)) ? [] : [notedPath(one)];
  });
  const paths = stepsOf(open).map(stepPath);
  return paths.slice(paths.indexOf(path) + 1).find((one) => left.includes(one));
}

/** Returns the asked questions whose answers staff corrected. */
export const corrected = (open: OpenFactfind, isAgreed: (answer: FactfindAnswer) => boolean) =>
  noted(open, ({ answers }, key, id) => {
    const answer = answers[key]?.[id];
    return answer !== undefined && !isAgreed(answer) && correctedOf(answer) !== undefined;
  });
