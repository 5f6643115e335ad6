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
] as const;
export type ListColumn = (typeof LIST_COLUMNS)[number];

export const LIST_VIEWS = ['cards', 'table'] as const;
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
export const LIST_PARAMS = ['filter', 'q', 'adviser', 'sort', 'view', 'columns'] as const;
export type ListParam = (typeof LIST_PARAMS)[number];

const ADVISER = /^[\w-]{1,50}$/;

/** Return the canonical value; an empty one if it is the default, and `undefined` if it is unknown. */
const CANONICAL: Readonly<Record<ListParam, (value: string) => string | undefined>> = {
  filter: (value) => (value === 'all' ? '' : CLIENT_FILTERS.find((filter) => filter === value)),
  q: (value) => (value.includes('\0') ? undefined : value.trim()),
  adviser: (value) => (ADVISER.test(value) ? value : undefined),
  sort: (value) => (listSortOf(value) ? value : undefined),
  view: listViewOf,
  columns: (value) => listColumnsOf(value)?.join('.'),
};

/** Returns the query of a list from values of its parameters. Leaves out empty ones. */
export function listQueryOf(values: Readonly<Partial<Record<ListParam, string | undefined>>>): string {
  const filled = LIST_PARAMS.flatMap((name) => (values[name] ? [[name, values[name]]] : []));
  return new URLSearchParams(filled).toString();
}

/** Returns a query in canonical form; `undefined` if a parameter is unknown, repeated, or has an unknown value. */
export function canonicalListQuery(query: string): string | undefined {
  const values: Partial<Record<ListParam, string>> = {};
  for (const [name, value] of new URLSearchParams(query)) {
    const known = LIST_PARAMS.find((param) => param === name);
    const canonical = known && value && CANONICAL[known](value);
    if (known === undefined || canonical === undefined || known in values) return undefined;
    values[known] = canonical;
  }
  return listQueryOf(values);
}

/** `query` in characters, and the most views of an adviser and of the firm. */
export const VIEW_LIMITS = { name: 60, query: 1000, views: 50 } as const;
