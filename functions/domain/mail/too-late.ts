import { ageOfKey } from '../ids.ts';

/** Whoever asked for a mail that long ago has asked again, or does not wait any more: lines can be followed again much later. */
const OLDEST_MS = 24 * 60 * 60 * 1000;

/** Whether a mail was asked for too long ago to be sent now. `line` is the key of the line of the record that asks for it. */
export const isTooLateToMail = (line: string, now: Date) => ageOfKey(line, now) > OLDEST_MS;
