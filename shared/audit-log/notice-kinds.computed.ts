import { NOTICES, type NoticeKind, rulesOf } from './notices.ts';
import type { NoticePlace } from './told.ts';

// The build of the pages replaces this module by its values (web/computed.ts), so that they load no texts of emails.

export const NOTICE_KINDS = Object.keys(NOTICES) as [NoticeKind, ...NoticeKind[]];

/** Parts of the client's page that notices lead to; without one, a notice leads to the page. */
export const PLACES = Object.fromEntries(NOTICE_KINDS.map((kind) => [kind, rulesOf(kind).place])) as Readonly<
  Partial<Record<NoticeKind, NoticePlace>>
>;
