import { use } from 'react';
import { formatDateTime, formatRelative } from '../../lib/text/format.ts';
import { DayFormat } from './day-format.ts';

/** A moment in words such as "3 hours ago", with the exact one on hover; from an ISO time. */
export const RelativeTime = ({ value }: { value: string }) => (
  <time dateTime={value} title={formatDateTime(value, use(DayFormat))}>
    {formatRelative(value, new Date())}
  </time>
);
