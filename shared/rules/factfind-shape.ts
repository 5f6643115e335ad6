// Shape of the fact-find's questions, and what several of them use.

export const SECTION_IDS = [
  'you',
  'family',
  'work',
  'spending',
  'home',
  'savings',
  'pensions',
  'cover',
  'wills',
  'goals',
  'know',
  'more',
] as const;
export type SectionId = (typeof SECTION_IDS)[number];

/** Apart from the questions, which pages and functions that only name sections do not load. */
export const SECTION_TITLES: Readonly<Record<SectionId, string>> = {
  you: 'About you',
  family: 'Family',
  work: 'Work and income',
  spending: 'Spending',
  home: 'Home and debts',
  savings: 'Savings and investments',
  pensions: 'Pensions',
  cover: 'If something happens',
  wills: 'Wills and powers',
  goals: 'What you want',
  know: 'What you know and have done',
  more: 'Anything else',
};

type AnswerType = 'line' | 'text' | 'yes' | 'one' | 'some' | 'money' | 'number' | 'date' | 'month' | 'list';

/** Words by stored id. */
export type Options = Readonly<Record<string, string>>;

/** Types of the firm's own questions. */
export const OWN_TYPES = ['line', 'text', 'yes', 'money', 'date'] as const satisfies readonly AnswerType[];
type OwnType = (typeof OWN_TYPES)[number];

export const OWN_TYPE_NAMES: Readonly<Record<OwnType, string>> = {
  line: 'Short text',
  text: 'Long text',
  yes: 'Yes or no',
  money: 'Pounds',
  date: 'Date',
};

/** Question of the firm's own. A changed type needs another id, as answers are stored by it. */
export interface OwnQuestion {
  /** "own-" and 8 characters. */
  id: string;
  text: string;
  type: OwnType;
}

/** Section in which the firm's own questions are asked. */
export const OWN_SECTION = 'more' satisfies SectionId;

/** Option that excludes all others. */
export const NONE = 'none';

/** Field of a list's rows. `said` is the pattern of its value in words: "until {}". */
export interface RowField {
  id: string;
  text: string;
  type: 'line' | 'one' | 'money' | 'date' | 'month';
  options?: Options;
  said?: string;
}

/** Answer on which a question depends. Keys in other sections have a dot: `work.stop`. */
export type Condition =
  | { key: string; is: string | boolean | readonly string[] }
  | { key: string; not: string }
  | { key: string; answered: true }
  | 'under3years'
  | 'alone'
  | 'mortgaged';

export interface Question {
  id: string;
  /** Questions with the same letter share a page. */
  page: string;
  text: string;
  help?: string;
  type: AnswerType;
  options?: Options;
  fields?: readonly RowField[];
  /** Noun of a row: "Pension" for "Pension 2 of 3" and "Add Another Pension". */
  row?: string;
  /** All of them have to be met. */
  when?: readonly Condition[];
}

export interface UntitledSection {
  id: SectionId;
  /** Asked once for each person instead of once for all. */
  each: boolean;
  questions: readonly Question[];
}

export interface Section extends UntitledSection {
  title: string;
}

export const WORKING = ['employed', 'self', 'director'];
export const WHOSE = { id: 'whose', text: 'Whose is it?', type: 'line' } as const;
export const WITH = { id: 'with', text: 'Who is it with?', type: 'line' } as const;
export const NUMBER = { id: 'number', text: 'Its number, if you know it', type: 'line', said: 'number {}' } as const;
export const MONTHLY = { id: 'monthly', text: 'Pounds a month', type: 'money', said: '{} a month' } as const;
export const ENDS = { id: 'ends', text: 'When does it end?', type: 'month', said: 'ends {}' } as const;
