import { once, toDate } from '../../lib/text/format.ts';

const day = once(() => new Intl.DateTimeFormat('en-GB', { year: 'numeric', month: 'long', day: 'numeric' }));

/** "21 November 2025" from an ISO time or a date: as clients write it, where the specification names no format. */
export const formatLongDate = (value: string) => day().format(toDate(value));
