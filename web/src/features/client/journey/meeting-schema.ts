import * as z from 'zod/mini';
import { day } from '#shared/contract/fields.ts';
import { isSkipped, londonInstant } from '#shared/rules/london.ts';

const SKIPPED = 'The clocks go forward on this day and skip this time. Choose another one.';

/** Parses the London date and time of a meeting as an instant. */
export const meetingForm = z.pipe(
  z.object({
    date: day,
    time: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Must be a time such as 10:30')),
  }),
  z.transform(({ date, time }, context) => {
    if (isSkipped(date, time)) context.issues.push({ code: 'custom', input: time, path: ['time'], message: SKIPPED });
    return londonInstant(date, time).toISOString();
  }),
);
