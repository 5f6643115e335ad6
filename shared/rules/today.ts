/** Kinds of work that wait for an adviser, most urgent first. */
export const TODAY_KINDS = ['help', 'meeting', 'task', 'message', 'request', 'loa', 'document'] as const;

export type TodayKind = (typeof TODAY_KINDS)[number];

/** Number of rows that the dashboard shows at first. */
export const TODAY_SHOWN = 5;
/** Most rows of one answer, four for each adviser of a firm of 25. */
export const TODAY_ROWS = 100;
