import { createContext, use } from 'react';
import { sayDay } from '#shared/rules/say-date.ts';
import { formatDateTime, formatRelative } from '../../lib/text/format.ts';

/** Date format of the page; the default is the advisers' format. */
export const DayFormat = createContext(sayDay);

export const RelativeTime = ({ value }: { value: string }) => (
  <time dateTime={value} title={formatDateTime(value, use(DayFormat))}>
    {formatRelative(value, new Date())}
  </time>
);
