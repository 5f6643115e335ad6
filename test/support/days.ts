import { addDays, londonParts } from '#shared/rules/london.ts';

/** Returns the London date a number of days from today. */
export const inDays = (days: number): string => addDays(londonParts(new Date()).date, days);
