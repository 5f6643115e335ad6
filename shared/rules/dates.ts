import { londonParts } from './london.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;
const DAY_LENGTH = 'YYYY-MM-DD'.length;

/** Returns true for a calendar day, `YYYY-MM-DD`: 30 February is none. */
function isDay(text: string): boolean {
  const at = DAY.test(text) ? new Date(text) : undefined;
  return at !== undefined && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

/** Returns London's day of an ISO time, and a day unchanged; `undefined` for any other text. */
export function londonDay(text: string): string | undefined {
  if (!isDay(text.slice(0, DAY_LENGTH))) return undefined;
  if (DAY.test(text)) return text;
  return TIME.test(text) && !Number.isNaN(Date.parse(text)) ? londonParts(new Date(text)).date : undefined;
}

const YEARS_AHEAD = 10;

export const typedDays = (now: Date) => ({ min: '2000-01-01', max: `${now.getUTCFullYear() + YEARS_AHEAD}-12-31` });

export function dayRefusal(text: string, now: Date): string | undefined {
  if (!isDay(text)) return 'Must be a date';
  const { min, max } = typedDays(now);
  return text < min || text > max ? `Choose a date between 2000 and ${now.getUTCFullYear() + YEARS_AHEAD}` : undefined;
}

/** Returns why an ISO time is refused. Its day in London must be one that can be typed. */
export function momentRefusal(text: string, now: Date): string | undefined {
  const day = TIME.test(text) ? londonDay(text) : undefined;
  return day === undefined ? 'Must be a date and time' : dayRefusal(day, now);
}
