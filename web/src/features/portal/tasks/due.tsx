import { dueBadge } from '#shared/rules/due.ts';
import { DueBadge } from '../../../parts/status/status-badges.tsx';
import { formatLongDate } from '../long-date.ts';

/** "Due 23 November 2026", or "Was due on 23 November 2026" once that is past, with the badge. */
export const Due = ({ date }: { date: string }) => (
  <>
    <span>{`${dueBadge(date, new Date()) === 'Overdue' ? 'Was due on' : 'Due'} ${formatLongDate(date)}`}</span>
    <DueBadge due={date} />
  </>
);
