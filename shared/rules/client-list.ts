import { CLIENT_FILTERS } from './clients.ts';

/** Ids of the columns of the clients list, in display order. */
export const LIST_COLUMNS = [
  'name',
  'email',
  'phone',
  'adviser',
  'stage',
  'progress',
  'status',
  'waiting',
  'days',
  'update',
  'visit',
  'due',
  'initial',
  'ongoing',
  'agreed',
  'given',
  'factfind',
] as const;
export type ListColumn = (typeof LIST_COLUMNS)[number];

const LIST_VIEWS = ['cards', 'table'] as const;
export type ListView = (typeof LIST_VIEWS)[number];

export const listViewOf = (text: string | null): ListView | undefined => LIST_VIEWS.find((view) => view === text);

const columnOf = (text: string) => LIST_COLUMNS.find((id) => id === text);

/** Parses `sort` from the address: "name" ascending, "-name" descending. */
export function listSortOf(text: string): { id: ListColumn; isDown: boolean } | undefined {
  const id = columnOf(text.replace(/^-/, ''));
  return id && { id, isDown: text.startsWith('-') };
}

/** Parses `columns` from the address, such as "name.stage". The name is always visible. */
export function listColumnsOf(text: string | null): readonly ListColumn[] | undefined {
  const named = text?.split('.');
  if (!named?.every(columnOf)) return undefined;
  return LIST_COLUMNS.filter((id) => id === 'name' || named.includes(id));
}

/** Parameters in the address of the clients list, in canonical order. */
const LIST_PARAMS = ['filter', 'q', 'adviser', 'sort', 'view', 'columns'] as const;
export type ListParam = (typeof LIST_PARAMS)[number];

const ADVISER = /^[\w-]{1,50}$/;

/** Functions that return the canonical value: empty for the default, and `undefined` for an unknown one. */
const CANONICAL: Readonly<Record<ListParam, (value: string) => string | undefined>> = {
  filter: (value) => (value === 'all' ? '' : CLIENT_FILTERS.find((filter) => filter === value)),
  q: (value) => (value.includes('\0') ? undefined : value.trim()),
  adviser: (value) => (ADVISER.test(value) ? value : undefined),
  sort: (value) => (listSortOf(value) ? value : undefined),
  view: listViewOf,
  columns: (value) => listColumnsOf(value)?.join('.'),
};

type Values = Readonly<Partial<Record<ListParam, string | null | undefined>>>;

/** Returns the canonical query of a list. Leaves out parameters without a known value. */
export function listQueryOf(values: Values): string {
  const known = LIST_PARAMS.map((name) => [name, CANONICAL[name](values[name] ?? '') ?? '']);
  return new URLSearchParams(known.filter(([, value]) => value)).toString();
}

/** Returns a query in canonical form; `undefined` if a parameter is unknown, repeated, or has an unknown value. */
export function canonicalListQuery(query: string): string | undefined {
  const given = [...new URLSearchParams(query)];
  const values: Record<string, string> = Object.fromEntries(given);
  const known = LIST_PARAMS.filter((name) => {
    const value = values[name];
    return value !== undefined && (value === '' || CANONICAL[name](value) !== undefined);
  });
  return known.length === given.length ? listQueryOf(values) : undefined;
}
