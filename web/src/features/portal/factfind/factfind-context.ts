import { createContext, use } from 'react';
import type { Factfind } from '#shared/contract/factfind.ts';
import {
  type Answers,
  askedIn,
  type FactfindForm,
  formOf,
  pagesOf,
  type QuestionPage,
  type SectionOf,
  sectionAt,
  sectionsOf,
} from '#shared/rules/factfind.ts';
import { type Given, isAnswered } from '#shared/rules/factfind-answers.ts';
import { shortNames } from '../../../parts/request/from-each.ts';
import { conflictOf, givenIn, nameOf, type Place, placeOf, questionAt } from './draft.ts';
import type { AnswerSaver, Saving } from './saver.ts';

/** Open fact-find. */
export interface OpenFactfind {
  factfind: Factfind;
  form: FactfindForm;
  /** Answers as the client sees them: with changes that are not saved yet. */
  answers: Answers;
  /** London's day. */
  today: string;
  saving: Saving;
  /** Undefined where nothing can be typed. */
  saver: AnswerSaver | undefined;
  /** Number of the person who answers. */
  me: number;
}

export const FactfindContext = createContext<OpenFactfind | undefined>(undefined);

/** Returns the open fact-find. Throws outside of one. */
export function useFactfind(): OpenFactfind {
  const open = use(FactfindContext);
  if (!open) throw new Error('No fact-find is open');
  return open;
}

/** Returns the form that the people of now are asked. */
export const formIn = ({ request: { facts }, people }: Factfind): FactfindForm =>
  formOf(facts ?? { sections: [], people: [] }, people);

/** Returns the saved answers with those that are not saved yet. */
export function withDrafts(saved: Answers, { drafts }: Saving, { own }: FactfindForm): Answers {
  const all: Record<string, Record<string, Given>> = Object.fromEntries(
    Object.entries(saved).map(([section, given]) => [section, { ...given }]),
  );
  for (const [name, draft] of drafts) {
    const place = placeOf(name);
    const given = givenIn(questionAt(place, own), draft);
    if (given) all[place.section] = { ...all[place.section], [place.id]: given };
  }
  return all;
}

/** "About you", "About Sarah", or "Work and income: Sarah". */
export function titleOf({ section, person }: SectionOf, { people }: Factfind, form: FactfindForm): string {
  if (person === null || form.people.length === 1) return section.title;
  const asked = people.filter(({ number }) => form.people.includes(number));
  const name = shortNames(asked.map((one) => one.name))[asked.findIndex(({ number }) => number === person)] ?? '';
  return section.id === 'you' ? `About ${name}` : `${section.title}: ${name}`;
}

export interface Step {
  at: SectionOf;
  page: QuestionPage;
}

/** Returns all pages in order. */
export const stepsOf = ({ form, answers, today }: OpenFactfind): Step[] =>
  sectionsOf(form).flatMap((at) => pagesOf(at, form, answers, today).map((page) => ({ at, page })));

/** Path of a page below the fact-find’s own: "you.2/a". */
export const stepPath = ({ at, page }: Step) => `${at.key}/${page.page}`;

/** Returns true if a page has questions without an answer. */
export const isLeft = ({ answers }: OpenFactfind, { at, page }: Step) =>
  page.questions.some(({ id }) => !isAnswered(answers[at.key]?.[id]));

/** Returns the asked questions without an answer. */
export const gapsIn = ({ form, answers, today }: OpenFactfind, at: SectionOf) =>
  askedIn(at, form, answers, today).filter(({ id }) => !isAnswered(answers[at.key]?.[id]));

/** Returns true for a question that is asked now. A hidden one keeps its draft, and blocks nothing. */
export function isAskedAt({ form, answers, today }: OpenFactfind, { section, id }: Place): boolean {
  const at = sectionAt(form, section);
  return at !== undefined && askedIn(at, form, answers, today).some((question) => question.id === id);
}

/** Returns places whose answer cannot be saved before the client looks at it. */
export const stuckPlaces = (open: OpenFactfind): Place[] =>
  [...open.saving.drafts].flatMap(([name, draft]) => {
    const { factfind, saving, me, form } = open;
    const place = placeOf(name);
    const question = questionAt(place, form.own);
    if (!isAskedAt(open, place)) return [];
    const isStuck =
      saving.refusals.has(nameOf(place)) ||
      !givenIn(question, draft) ||
      conflictOf(question, draft, factfind.answers[place.section]?.[place.id], me);
    return isStuck ? [place] : [];
  });
