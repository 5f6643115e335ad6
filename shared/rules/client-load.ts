import type { DashboardStats } from './clients.ts';

export const NO_LOAD = { active: 0, stuck: 0, open: 0, overdue: 0, review: 0, chase: 0, unread: 0, help: 0 };

/** Numbers of what an adviser has in hand. */
export type Load = typeof NO_LOAD;

/** Most clients of a firm whose rows admins read live: 0.05 units a row, so 250 here, and 2,500 at 50,000 clients. */
const MOST_LIVE = 5000;

/** Returns true if admins get the stored load of a firm, and lists of one adviser at a time. */
export const isLargeFirm = ({ totalClients }: Pick<DashboardStats, 'totalClients'>) => totalClients > MOST_LIVE;
