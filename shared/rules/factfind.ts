import { type Given, isAnswered, type Value } from './factfind-answers.ts';
import { SECTIONS } from './factfind-questions.ts';
import {
  type Condition,
  OWN_SECTION,
  type OwnQuestion,
  type Question,
  SECTION_IDS,
  type Section,
  type SectionId,
} from './factfind-shape.ts';

/** Sections of one fact-find, and the numbers of the people with sections of their own, 1 first. */
export interface FactfindForm {
  sections: readonly SectionId[];
  people: readonly number[];
  /** The firm's own questions, as they were when the fact-find was started. */
  own?: readonly OwnQuestion[];
}

/** By key of the section (`family`; `you` of the first person, `you.2` of person 2), then by the question's id. */
export type Answers = Readonly<Record<string, Readonly<Record<string, Given>>>>;

/** Section of one form. In a section that is for everybody, `person` is null. */
export interface SectionOf {
  key: string;
  section: Section;
  person: number | null;
}

export interface QuestionPage {
  page: string;
  questions: readonly Question[];
}

/** "Started": some questions are answered, others are not. */
export type SectionState = 'none' | 'started' | 'done';

const FIRST_PERSON = 1;
/** Banks and checks of identity ask for addresses of three years. */
const ADDRESS_YEARS = 3;
const YEAR = 'YYYY'.length;
const MONTH = 'YYYY-MM'.length;

export const isSection = (id: string): id is SectionId => SECTION_IDS.some((known) => known === id);

interface StoredForm extends Omit<FactfindForm, 'sections'> {
  sections: readonly string[];
}

/** Returns the sections and people that are asked. Unknown sections, and people who were removed since, are not. */
export const formOf = (
  { sections, people, own = [] }: StoredForm,
  present: readonly { number: number }[],
): FactfindForm => ({
  sections: sections.filter(isSection),
  own,
  people: people.filter((number) => present.some((one) => one.number === number)),
});

const forPerson = (section: Section, person: number): SectionOf => ({
  key: person === FIRST_PERSON ? section.id : `${section.id}.${person}`,
  section,
  person,
});

/** Returns the section with the firm's own questions if it is theirs. Each has a page. */
export const withOwn = (section: Section, own: readonly OwnQuestion[]): Section =>
  section.id === OWN_SECTION
    ? { ...section, questions: [...section.questions, ...own.map((question) => ({ ...question, page: question.id }))] }
    : section;

/** Returns the sections in order. One with questions for each person occurs once for each of them. */
export const sectionsOf = ({ sections, people, own = [] }: FactfindForm): SectionOf[] =>
  SECTIONS.filter(({ id }) => sections.includes(id))
    .map((section) => withOwn(section, own))
    .flatMap((section): SectionOf[] =>
      section.each ? people.map((person) => forPerson(section, person)) : [{ key: section.id, section, person: null }],
    );

export const sectionAt = (form: FactfindForm, key: string): SectionOf | undefined =>
  sectionsOf(form).find((one) => one.key === key);

interface Facts {
  form: FactfindForm;
  answers: Answers;
  /** London's day. */
  today: string;
}

/** Returns the answers that count for a condition: those of the same person, or of everybody in a common section. */
function givenFor(key: string, from: SectionOf, facts: Facts): Given[] {
  const [id = '', sectionId] = key.split('.').reverse();
  const sections = sectionId
    ? sectionsOf(facts.form).filter(
        ({ section, person }) =>
          section.id === sectionId && (person === null || from.person === null || person === from.person),
      )
    : [from];
  return sections.map((at) => {
    const question = at.section.questions.find((one) => one.id === id);
    const isShown = question !== undefined && isAsked(question, at, facts);
    return (isShown && facts.answers[at.key]?.[id]) || {};
  });
}

/** The month of the move counts in full, because its day is not known. */
function isUnderThreeYears(since: Value | undefined, today: string): boolean {
  const earliest = `${Number(today.slice(0, YEAR)) - ADDRESS_YEARS}${today.slice(YEAR, MONTH)}`;
  return typeof since === 'string' && since >= earliest;
}

const hasRows = (value: Value | undefined) => typeof value === 'object' && value.length > 0;

function isMet(condition: Condition, from: SectionOf, facts: Facts): boolean {
  const isTrue = (key: string, test: (given: Given) => boolean) => givenFor(key, from, facts).some(test);
  if (condition === 'alone') return facts.form.people.length === 1;
  if (condition === 'under3years') return isTrue('since', ({ v }) => isUnderThreeYears(v, facts.today));
  if (condition === 'mortgaged')
    return isTrue('type', ({ v }) => v === 'mortgage') || isTrue('property', ({ v }) => hasRows(v));

  const { key } = condition;
  // A question that depends on a section the firm left out is asked: nothing says that it is not needed.
  const [sectionId] = key.split('.');
  if (key.includes('.') && !facts.form.sections.some((id) => id === sectionId)) return true;
  if ('answered' in condition) return isTrue(key, isAnswered);
  if ('not' in condition) return isTrue(key, ({ v }) => v !== condition.not);
  return isTrue(key, ({ v }) => [condition.is].flat().some((wanted) => wanted === v));
}

const isAsked = ({ when = [] }: Question, from: SectionOf, facts: Facts): boolean =>
  when.every((condition) => isMet(condition, from, facts));

/** Returns the questions of a section whose conditions are met. `today` is London's day. */
export const askedIn = (at: SectionOf, form: FactfindForm, answers: Answers, today: string): Question[] =>
  at.section.questions.filter((question) => isAsked(question, at, { form, answers, today }));

/** Returns the asked questions by page, without pages on which nothing is asked. */
export function pagesOf(at: SectionOf, form: FactfindForm, answers: Answers, today: string): QuestionPage[] {
  const asked = askedIn(at, form, answers, today);
  // Not by `Map.groupBy`, which clients' older browsers lack.
  const pages = [...new Set(asked.map(({ page }) => page))];
  return pages.map((page) => ({ page, questions: asked.filter((question) => question.page === page) }));
}

export function stateOf(at: SectionOf, form: FactfindForm, answers: Answers, today: string): SectionState {
  const asked = askedIn(at, form, answers, today);
  const answered = asked.filter(({ id }) => isAnswered(answers[at.key]?.[id])).length;
  if (answered === asked.length) return 'done';
  return answered > 0 ? 'started' : 'none';
}

/** Counts sections that are done, out of those of the form. */
export function progressOf(form: FactfindForm, answers: Answers, today: string): { done: number; of: number } {
  const states = sectionsOf(form).map((at) => stateOf(at, form, answers, today));
  return { done: states.filter((state) => state === 'done').length, of: states.length };
}
