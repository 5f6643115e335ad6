import { grouped } from './counted-words.ts';
import { londonDay } from './dates.ts';
import { NONE, type Options, type Question, type RowField } from './factfind-shape.ts';
import { FACTFIND_LIMITS } from './limits.ts';
import { sayLongDay } from './say-date.ts';
import { isVisible } from './text.ts';

/** Row of a list. Its fields may be missing, as nothing is required. */
interface Row {
  /** 8 characters. */
  id: string;
  [field: string]: string | number;
}

/** Answers by type: `true` or `false`, ids of options, whole pounds, `YYYY-MM-DD`, `YYYY-MM`, rows. */
export type Value = string | number | boolean | string[] | Row[];

/** Stored answer: a value, "I don’t know", or "I’d rather talk about it". With neither, there is no answer. */
export interface Given {
  v?: Value | undefined;
  s?: 'unknown' | 'talk' | undefined;
}

/** Reason why a value is refused. In lists, `row` is the index of the first wrong row, and `field` its wrong field. */
export interface Problem {
  text: string;
  row?: number;
  field?: string;
}

type Typed = Pick<Question, 'type' | 'options'>;

const MOST_POUNDS = 1_000_000_000;
/** The only number asked for is an age. */
const MOST_YEARS = 120;
const ROW_ID = /^[\w-]{8}$/;
/** A year outside these centuries is a typing error. */
const CENTURIES = /^(19|20|21)/;
const FIRST_DAY = '-01';

const CHOOSE = 'Choose one of the answers';
const isWhole = (value: unknown, most: number) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most;
const isDay = (value: unknown) => typeof value === 'string' && CENTURIES.test(value) && londonDay(value) === value;
const isMonth = (value: unknown) => typeof value === 'string' && isDay(value + FIRST_DAY);
const isOption = (options: Options, value: unknown) => typeof value === 'string' && Object.hasOwn(options, value);

function textProblem(value: unknown, most: number): string | undefined {
  if (typeof value !== 'string' || !value.isWellFormed() || /[^\P{Cc}\t\r\n]/u.test(value)) return 'Must be text';
  if (!isVisible(value)) return 'Must not be empty';
  return value.length > most ? `At most ${grouped(most)} characters` : undefined;
}

function lineProblem(value: unknown): string | undefined {
  const problem = textProblem(value, FACTFIND_LIMITS.line);
  return problem ?? (/[\p{Cc}\u2028\u2029]/u.test(String(value)) ? 'Must be on one line' : undefined);
}

function chosenProblem(options: Options, value: unknown): string | undefined {
  if (!Array.isArray(value) || value.length === 0) return CHOOSE;
  if (!value.every((id) => isOption(options, id)) || new Set(value).size < value.length) return CHOOSE;
  return value.length > 1 && value.includes(NONE) ? `Choose “${options[NONE]}” or other answers` : undefined;
}

const unless = (isRight: boolean, problem: string) => (isRight ? undefined : problem);

function textOfProblem({ type, options = {} }: Typed, value: unknown): string | undefined {
  switch (type) {
    case 'line':
      return lineProblem(value);
    case 'text':
      return textProblem(value, FACTFIND_LIMITS.text);
    case 'yes':
      return unless(typeof value === 'boolean', CHOOSE);
    case 'one':
      return unless(isOption(options, value), CHOOSE);
    case 'some':
      return chosenProblem(options, value);
    case 'money':
      if (typeof value === 'number' && value > MOST_POUNDS) return `At most £${grouped(MOST_POUNDS)}`;
      return unless(isWhole(value, MOST_POUNDS), 'Must be a whole number of pounds, 0 or more');
    case 'number':
      return unless(isWhole(value, MOST_YEARS), `Must be a whole number from 0 to ${MOST_YEARS}`);
    case 'date':
      return unless(isDay(value), 'Must be a date');
    case 'month':
      return unless(isMonth(value), 'Must be a month');
    case 'list':
      return 'Must be a list';
  }
}

function rowProblem(fields: readonly RowField[], value: unknown): Omit<Problem, 'row'> | undefined {
  if (typeof value !== 'object' || value === null) return { text: 'Must be a row' };
  const { id, ...rest }: Record<string, unknown> = { ...value };
  if (typeof id !== 'string' || !ROW_ID.test(id)) return { text: 'Must be 8 characters', field: 'id' };
  for (const [name, given] of Object.entries(rest)) {
    const field = fields.find((known) => known.id === name);
    const text = field ? textOfProblem(field, given) : 'Unknown field';
    if (text) return { text, field: name };
  }
  return undefined;
}

function listProblem(fields: readonly RowField[], value: readonly unknown[]): Problem | undefined {
  if (value.length > FACTFIND_LIMITS.rows) return { text: `At most ${FACTFIND_LIMITS.rows} rows` };
  const ids = new Set<unknown>();
  for (const [row, given] of value.entries()) {
    const problem = rowProblem(fields, given);
    if (problem) return { ...problem, row };
    const { id }: { id?: unknown } = Object(given);
    if (ids.has(id)) return { text: 'Must differ from row to row', row, field: 'id' };
    ids.add(id);
  }
  return undefined;
}

/** Validates untrusted input. Blank texts are refused, also in rows: leave the field out instead. */
export function problemOf(question: Question, value: unknown): Problem | undefined {
  if (question.type === 'list' && Array.isArray(value)) return listProblem(question.fields ?? [], value);
  const text = textOfProblem(question, value);
  return text === undefined ? undefined : { text };
}

/** Returns true for a value, "I don’t know" and "I’d rather talk about it". An empty list is a value: none. */
export const isAnswered = (given: Given | undefined): boolean => given?.v !== undefined || given?.s !== undefined;

/** Returns fields in the order of their names, as databases do not keep their order, and choices in one order. */
function inOneOrder(value: Value | undefined): unknown {
  if (typeof value !== 'object') return value;
  const items = value.map((item) => (typeof item === 'string' ? item : Object.entries(item).sort()));
  return items.every((item) => typeof item === 'string') ? items.sort() : items;
}

/** Returns true if two answers say the same, or if there is neither. */
export const isSameAnswer = (a: Given | undefined, b: Given | undefined): boolean =>
  JSON.stringify([inOneOrder(a?.v), a?.s]) === JSON.stringify([inOneOrder(b?.v), b?.s]);

function sayText({ type, options = {} }: Typed, value: string): string {
  if (type === 'date') return sayLongDay(value);
  // "December 2026" is the day in words without its number.
  if (type === 'month') return sayLongDay(value + FIRST_DAY).replace(/^1 /, '');
  return options[value] ?? value;
}

function sayPlain(typed: Typed, value: string | number): string {
  if (typeof value === 'string') return sayText(typed, value);
  return typed.type === 'money' ? `£${grouped(value)}` : String(value);
}

const sayRow = (fields: readonly RowField[], row: Row): string =>
  fields
    .flatMap((field) => {
      const value = row[field.id];
      return value === undefined ? [] : [(field.said ?? '{}').replace('{}', () => sayPlain(field, value))];
    })
    .join(' · ');

function sayValue(question: Question, value: Value): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value !== 'object') return sayPlain(question, value);
  const items = value.map((item) =>
    typeof item === 'string' ? sayText(question, item) : sayRow(question.fields ?? [], item),
  );
  const said = items.filter((item) => item !== '');
  return said.join(question.type === 'list' ? '\n' : ', ') || 'None';
}

/** Returns an answer in words for staff and the copy: a list has one line for each row. */
export function sayAnswer(question: Question, given: Given | undefined): string {
  if (given?.v !== undefined) return sayValue(question, given.v);
  if (given?.s === 'unknown') return 'Doesn’t know';
  return given?.s === 'talk' ? 'Would rather talk about it' : 'No answer';
}
