/** Number of clients that the dashboard shows at first. */
export const TODAY_SHOWN = 5;
/** Most clients of one answer, four for each adviser of a firm of 25. */
export const TODAY_CLIENTS = 100;
/** Number of open items of each client. */
export const TODAY_ITEMS = 3;
