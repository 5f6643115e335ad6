import { createContext, use } from 'react';
import { formatDate, formatDateTime, formatRelative } from '../../lib/text/format.ts';

/** How the page writes a day to who reads it: as for advisers where nothing else is set. */
export const DayFormat = createContext(formatDate);

/** A moment in words such as "3 hours ago", with the exact one on hover; from an ISO time. */
export const RelativeTime = ({ value }: { value: string }) => (
  <time dateTime={value} title={formatDateTime(value, use(DayFormat))}>
    {formatRelative(value, new Date())}
  </time>
);
