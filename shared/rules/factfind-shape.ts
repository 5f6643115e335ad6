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

type AnswerType = 'line' | 'text' | 'yes' | 'one' | 'some' | 'money' | 'number' | 'date' | 'month' | 'list';

/** Words by stored id. */
export type Options = Readonly<Record<string, string>>;

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

export interface Section {
  id: SectionId;
  title: string;
  /** Asked once for each person instead of once for all. */
  each: boolean;
  questions: readonly Question[];
}

export const WORKING = ['employed', 'self', 'director'];
export const WHOSE = { id: 'whose', text: 'Whose is it?', type: 'line' } as const;
export const WITH = { id: 'with', text: 'Who is it with?', type: 'line' } as const;
export const NUMBER = { id: 'number', text: 'Its number, if you know it', type: 'line', said: 'number {}' } as const;
export const MONTHLY = { id: 'monthly', text: 'Pounds a month', type: 'money', said: '{} a month' } as const;
export const ENDS = { id: 'ends', text: 'When does it end?', type: 'month', said: 'ends {}' } as const;
