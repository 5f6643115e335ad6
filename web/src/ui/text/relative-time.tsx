import { createContext, use } from 'react';
import { formatDate, formatDateTime, formatRelative } from '../../lib/text/format.ts';

/** Date format of the page; the default is the advisers' format. */
export const DayFormat = createContext(formatDate);

export const RelativeTime = ({ value }: { value: string }) => (
  <time dateTime={value} title={formatDateTime(value, use(DayFormat))}>
    {formatRelative(value, new Date())}
  </time>
);
