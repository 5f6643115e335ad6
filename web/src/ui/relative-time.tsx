import { formatDateTime, formatRelative } from '../lib/format.ts';

/** A moment in words such as "3 hours ago", with the exact one on hover; from an ISO time. */
export const RelativeTime = ({ value }: { value: string }) => (
  <time dateTime={value} title={formatDateTime(value)}>
    {formatRelative(value, new Date())}
  </time>
);
