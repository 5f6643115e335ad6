import type { Factfind, FactfindAnswer } from '#shared/contract/factfind.ts';
import { askedIn, formOf, type SectionOf, type SectionState, sectionsOf, stateOf } from '#shared/rules/factfind.ts';
import { isAnswered, sayAnswer } from '#shared/rules/factfind-answers.ts';
import { SECTIONS } from '#shared/rules/factfind-questions.ts';
import type { Question } from '#shared/rules/factfind-shape.ts';
import { searchable } from '#shared/rules/search.ts';
import { shortNames } from '../../parts/request/from-each.ts';

const FIRST_PERSON = 1;

type Ask = Factfind['asks'][string][string];

/** Question of a section; `section` is its key. */
export interface Place {
  section: string;
  question: Question;
}

/** Question with its answer, if one was ever given. */
export interface ShownAnswer extends Place {
  /** "About you: Rob". */
  title: string;
  answer: FactfindAnswer | undefined;
  /** Question of staff that the client has not answered. */
  ask: Ask | undefined;
  /** True if the answer is newer than the last sending. */
  isChanged: boolean;
  /** Answer in words; a list has one line for each row. */
  words: string;
  /** Words to search in. */
  text: string;
}

export interface ShownSection {
  /** "family", or "you.2" for the second person's "you". */
  key: string;
  title: string;
  /** Undefined for a section that is no longer asked. */
  state: SectionState | undefined;
  asked: readonly ShownAnswer[];
  /** Answers to questions that are no longer asked. */
  dropped: readonly ShownAnswer[];
}

/** Filters of answers, by their value in the address. */
export const ANSWER_FILTERS = {
  talk: { label: 'Talk about', has: ({ answer }) => answer?.s === 'talk' },
  unknown: { label: 'Doesn’t know', has: ({ answer }) => answer?.s === 'unknown' },
  none: { label: 'No answer', has: ({ answer }) => !isAnswered(answer) },
  asked: { label: 'Asked', has: ({ ask }) => ask !== undefined },
  changed: { label: 'Changed since it was sent', has: ({ isChanged }) => isChanged },
} as const satisfies Record<string, { label: string; has: (shown: ShownAnswer) => boolean }>;
export type AnswerFilter = keyof typeof ANSWER_FILTERS;

export const placeKey = ({ section, question }: Place) => `${section}/${question.id}`;

/** Returns sections with answers that are no longer asked, as of a person who was removed. */
function formerSections({ answers }: Factfind, asked: readonly SectionOf[]): SectionOf[] {
  return Object.keys(answers).flatMap((key) => {
    const [id, person = FIRST_PERSON] = key.split('.');
    const section = SECTIONS.find((one) => one.id === id);
    if (!section || asked.some((one) => one.key === key)) return [];
    return [{ key, section, person: section.each ? Number(person) : null }];
  });
}

/** Returns questions for answers to the firm's own earlier ones, whose words are not known any more. */
const formerOwn = (known: readonly Question[], answers: object = {}) =>
  Object.keys(answers)
    .filter((id) => id.startsWith('own-') && !known.some((question) => question.id === id))
    .map((id): Question => ({ id, page: id, type: 'text', text: 'A question of your firm that is no longer asked' }));

/** Returns the short name of a person, or the name under which somebody answered who was removed. */
function namesIn({ people, answers }: Factfind) {
  const short = new Map(shortNames(people.map(({ name }) => name)).map((name, i) => [people[i]?.number, name]));
  return (key: string, person: number) =>
    short.get(person) ??
    Object.values(answers[key] ?? {}).find(({ by }) => by === person)?.name ??
    'a person who was removed';
}

/** Returns the sections in order, with each question that is asked. `today` is London's day. */
export function sectionsIn(factfind: Factfind, today: string): ShownSection[] {
  const { answers, asks, people, request } = factfind;
  const form = formOf(request.facts ?? { sections: [], people: [] }, people);
  const sections = sectionsOf(form);
  const nameOf = namesIn(factfind);
  const sentAt = request.facts?.sentAt ?? null;
  const shownIn = ({ key, section, person }: SectionOf) => {
    const isNamed = person !== null && (people.length > 1 || person !== FIRST_PERSON);
    const title = isNamed ? `${section.title}: ${nameOf(key, person)}` : section.title;
    return (question: Question): ShownAnswer => {
      const answer = answers[key]?.[question.id];
      const words = sayAnswer(question, answer);
      return {
        section: key,
        question,
        title,
        answer,
        ask: asks[key]?.[question.id],
        isChanged: sentAt !== null && answer !== undefined && answer.at > sentAt,
        words,
        text: searchable(title, question.text, words),
      };
    };
  };
  const allIn = (at: SectionOf) => {
    const { questions } = at.section;
    return [...questions, ...formerOwn(questions, answers[at.key])].map(shownIn(at));
  };
  const answered = (shown: readonly ShownAnswer[]) => shown.filter(({ answer }) => isAnswered(answer));
  const now = sections.map((at): ShownSection => {
    const asked = askedIn(at, form, answers, today);
    const all = allIn(at);
    return {
      key: at.key,
      title: all[0]?.title ?? '',
      state: stateOf(at, form, answers, today),
      asked: all.filter(({ question }) => asked.includes(question)),
      dropped: answered(all.filter(({ question }) => !asked.includes(question))),
    };
  });
  const former = formerSections(factfind, sections).map((at): ShownSection => {
    const all = allIn(at);
    return { key: at.key, title: all[0]?.title ?? '', state: undefined, asked: [], dropped: answered(all) };
  });
  return [...now, ...former.filter(({ dropped }) => dropped.length > 0)];
}

/** Returns the questions without an answer that follow another one; all of them without one. */
export function unanswered(sections: readonly ShownSection[], after?: Place): ShownAnswer[] {
  const all = sections.flatMap(({ asked }) => asked);
  const at = after ? all.findIndex((one) => placeKey(one) === placeKey(after)) : -1;
  return all.slice(at + 1).filter(({ answer }) => !isAnswered(answer));
}

/** Returns all answers, also those that were removed, and those to questions that are no longer asked. */
export const allAnswers = ({ answers }: Factfind) =>
  Object.values(answers).flatMap((section) => Object.values(section));

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
