import { problemOf, type Value } from '#shared/rules/factfind-answers.ts';
import { NONE, type Question, type RowField } from '#shared/rules/factfind-shape.ts';
import { isVisible } from '#shared/rules/text.ts';

/** Row of a list as typed. Blank fields may be missing. */
export interface TypedRow {
  id: string;
  [field: string]: string;
}

/**
 * Content of a field: text as it was typed, or what was chosen. Dates are `YYYY-MM-DD`, months `YYYY-MM` with parts that
 * may be missing. An empty list is "I have none".
 */
export type Typed = string | boolean | readonly string[] | readonly TypedRow[];

/** Value of a date field with missing parts: browsers do not say which. */
export const PARTIAL_DATE = '?';

/** Value to send, undefined for a blank field, or the errors: by `row.field` in lists, else under the empty name. */
export interface Read {
  value?: Value | undefined;
  errors?: Readonly<Record<string, string>>;
}

const PENCE = /\.00?$/;
const NOT_DIGITS = /[£,\s]/g;
const NO_MONTH = 'Choose the month, and write the year with four digits';

type Field = Question | RowField;

const isNumeric = ({ type }: Field) => type === 'money' || type === 'number';

/** Returns the number in "£1,200", and other text unchanged, which the rules refuse. */
function numberIn(text: string): string | number {
  const digits = text.replace(NOT_DIGITS, '').replace(PENCE, '');
  return /^\d+$/.test(digits) ? Number(digits) : text;
}

function readText(field: Field, text: string): Read {
  if (!isVisible(text) || (field.type === 'month' && text === '-')) return {};
  const value = isNumeric(field) ? numberIn(text) : field.type === 'line' ? text.trim() : text.trimEnd();
  const problem = problemOf({ page: '', ...field }, value)?.text;
  if (!problem) return { value };
  return { errors: { '': field.type === 'month' ? NO_MONTH : problem } };
}

function readRow(fields: readonly RowField[], { id, ...typed }: TypedRow) {
  const read = fields.map((field) => [field.id, readText(field, typed[field.id] ?? '')] as const);
  const values = read.flatMap(([name, { value }]) =>
    typeof value === 'string' || typeof value === 'number' ? [[name, value] as const] : [],
  );
  const errors = read.flatMap(([name, found]) =>
    found.errors ? [[`${id}.${name}`, found.errors[''] ?? ''] as const] : [],
  );
  return { row: { id, ...Object.fromEntries(values) }, isBlank: values.length === 0, errors };
}

export const isRows = (typed: Typed | undefined): typed is readonly TypedRow[] =>
  Array.isArray(typed) && typed.every((one) => typeof one === 'object');
export const isChoices = (typed: Typed | undefined): typed is readonly string[] =>
  Array.isArray(typed) && typed.every((one) => typeof one === 'string');

function readList({ fields = [] }: Question, typed: readonly TypedRow[]): Read {
  const read = typed.map((row) => readRow(fields, row));
  const errors = read.flatMap((one) => one.errors);
  if (errors.length > 0) return { errors: Object.fromEntries(errors) };
  const rows = read.filter(({ isBlank }) => !isBlank).map(({ row }) => row);
  // Rows that are still blank do not say that there are none.
  return rows.length === 0 && typed.length > 0 ? {} : { value: rows };
}

/** Returns what a field says, or what is wrong with it. */
export function readTyped(question: Question, typed: Typed | undefined): Read {
  if (typed === undefined) return {};
  if (question.type === 'list') return isRows(typed) ? readList(question, typed) : {};
  if (question.type === 'some') return isChoices(typed) && typed.length > 0 ? { value: [...typed] } : {};
  if (typeof typed === 'string') return readText(question, typed);
  return typeof typed === 'boolean' ? { value: typed } : {};
}

/** Returns the content of a field for a stored answer. */
export function typedOf(value: Value | undefined): Typed | undefined {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'object') return value;
  const rows: TypedRow[] = [];
  const choices: string[] = [];
  for (const item of value) {
    if (typeof item === 'string') choices.push(item);
    else
      rows.push({ ...Object.fromEntries(Object.entries(item).map(([name, one]) => [name, String(one)])), id: item.id });
  }
  return choices.length > 0 ? choices : rows;
}

/** Ticks or unticks an option. "None" and the others exclude each other. */
export function withChoice(chosen: readonly string[], option: string, isChosen: boolean): readonly string[] {
  const others = chosen.filter((one) => one !== option);
  if (!isChosen) return others;
  return option === NONE ? [NONE] : [...others.filter((one) => one !== NONE), option];
}
