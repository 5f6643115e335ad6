import { NOTICES, type NoticeKind } from '#shared/audit-log/notices.ts';
import type { NoticeIcon } from '#shared/audit-log/told.ts';

// Apart from the kinds, because only the inbox shows icons (web/computed.ts).

export const ICONS = Object.fromEntries(Object.entries(NOTICES).map(([kind, { icon }]) => [kind, icon])) as Record<
  NoticeKind,
  NoticeIcon
>;
