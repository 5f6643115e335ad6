import type { Factfind, FactfindAnswer } from '#shared/contract/factfind.ts';
import { askedIn, formOf, type SectionState, sectionsOf, stateOf } from '#shared/rules/factfind.ts';
import { isAnswered, sayAnswer } from '#shared/rules/factfind-answers.ts';
import type { Question } from '#shared/rules/factfind-shape.ts';
import { searchable } from '#shared/rules/search.ts';
import { shortNames } from '../../parts/request/from-each.ts';

/** Question with its answer, if one was ever given. */
export interface ShownAnswer {
  question: Question;
  answer: FactfindAnswer | undefined;
  /** Answer in words; a list has one line for each row. */
  words: string;
  /** Words to search in. */
  text: string;
}

export interface ShownSection {
  /** "family", or "you.2" for the second person's "you". */
  key: string;
  title: string;
  state: SectionState;
  asked: readonly ShownAnswer[];
  /** Answers to questions that a condition hides. */
  dropped: readonly ShownAnswer[];
}

/** Filters of answers, by their value in the address. */
export const ANSWER_FILTERS = {
  talk: { label: 'Talk about', has: ({ answer }) => answer?.s === 'talk' },
  unknown: { label: 'Doesn’t know', has: ({ answer }) => answer?.s === 'unknown' },
  none: { label: 'No answer', has: ({ answer }) => !isAnswered(answer) },
  changed: { label: 'Changed since it was sent', has: ({ answer }) => (answer?.was ?? []).length > 0 },
} as const satisfies Record<string, { label: string; has: (shown: ShownAnswer) => boolean }>;
export type AnswerFilter = keyof typeof ANSWER_FILTERS;

/** Returns the sections in order, with each question that is asked. `today` is London's day. */
export function sectionsIn(factfind: Factfind, today: string): ShownSection[] {
  const { answers, people } = factfind;
  const form = formOf(factfind.request.facts ?? { sections: [], people: [] }, people);
  const names = new Map(shortNames(people.map(({ name }) => name)).map((name, i) => [people[i]?.number, name]));
  return sectionsOf(form).map((at): ShownSection => {
    const { key, section, person } = at;
    const title = person !== null && people.length > 1 ? `${section.title}: ${names.get(person)}` : section.title;
    const shown = (question: Question): ShownAnswer => {
      const answer = answers[key]?.[question.id];
      const words = sayAnswer(question, answer);
      return { question, answer, words, text: searchable(title, question.text, words) };
    };
    const asked = askedIn(at, form, answers, today);
    const dropped = section.questions.filter((question) => !asked.includes(question)).map(shown);
    return {
      key,
      title,
      state: stateOf(at, form, answers, today),
      asked: asked.map(shown),
      dropped: dropped.filter(({ answer }) => isAnswered(answer)),
    };
  });
}

/** Returns people without sections of their own in a fact-find, with short names that tell them apart. */
export function peopleWithoutSections({ request: { facts }, people }: Factfind) {
  const short = shortNames(people.map(({ name }) => name));
  return people
    .map(({ number, name }, i) => ({ number, name: short[i] ?? name }))
    .filter(({ number }) => !facts?.people.includes(number));
}

/** Returns the sections that have matching answers, with these alone. */
export const matching = (sections: readonly ShownSection[], isFound: (shown: ShownAnswer) => boolean) =>
  sections
    .map((section) => ({
      ...section,
      asked: section.asked.filter(isFound),
      dropped: section.dropped.filter(isFound),
    }))
    .filter(({ asked, dropped }) => asked.length + dropped.length > 0);
