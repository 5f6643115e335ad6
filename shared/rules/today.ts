/** Kinds of work that wait for an adviser, most urgent first. */
export const TODAY_KINDS = ['help', 'messages', 'overdue', 'due', 'files'] as const;

export type TodayKind = (typeof TODAY_KINDS)[number];

/** Number of rows that the dashboard shows. */
export const TODAY_ROWS = 7;

/** Page that has all rows of a kind. */
export const PAGE_OF: Readonly<Record<TodayKind, 'inbox' | 'tasks'>> = {
  help: 'inbox',
  messages: 'inbox',
  overdue: 'tasks',
  due: 'tasks',
  files: 'inbox',
};
