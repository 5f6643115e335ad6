import type { Action, DataOf } from './actions.ts';
import { documentNews, documentNewsCauses } from './documents.ts';
import { factfindNews, factfindNewsCauses } from './factfind.ts';
import { loaNews, loaNewsCauses } from './loas.ts';
import { messageNews, messageNewsCauses } from './messages.ts';
import { requestNews, requestNewsCauses } from './requests.ts';
import { signingNews } from './signing.ts';
import { taskNews, taskNewsCauses } from './tasks.ts';
import type { NewsRules, NewsTable } from './told.ts';

/** Subjects of emails to clients, in the order of an email's sentences. The first one decides its subject line. */
export const NEWS = {
  ...requestNews,
  ...factfindNews,
  ...signingNews,
  ...loaNews,
  ...messageNews,
  ...taskNews,
  ...documentNews,
} as const satisfies NewsTable;

export type Subject = keyof typeof NEWS;

export const newsOf = (subject: Subject): NewsRules => NEWS[subject];

/** Subjects of what staff did, by action. */
export const NEWS_CAUSES: { readonly [A in Action]?: (data: DataOf<A>) => Subject | undefined } = {
  ...requestNewsCauses,
  ...factfindNewsCauses,
  ...loaNewsCauses,
  ...messageNewsCauses,
  ...taskNewsCauses,
  ...documentNewsCauses,
};
