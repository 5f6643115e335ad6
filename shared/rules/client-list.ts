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

const knownIn =
  <T extends string>(words: readonly T[]) =>
  (text: string | null): T | undefined =>
    words.find((word) => word === text);

const columnOf = knownIn(LIST_COLUMNS);

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
