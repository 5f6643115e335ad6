import type { Advice, AdviceChange } from '#shared/contract/clients.ts';
import { ADVICE_FIELDS } from '#shared/nouns/client.ts';
import { loggedName, loggedOf } from '#shared/nouns/field.ts';
import { invalid } from '../../services/errors.ts';

const FIELDS = loggedOf(ADVICE_FIELDS);

/** Noted fields only. Absent if there are none. */
export type StoredAdvice = { [F in keyof Advice]?: NonNullable<Advice[F]> };

export const toAdvice = (stored: StoredAdvice): Advice => ({
  initial: stored.initial ?? null,
  ongoing: stored.ongoing ?? null,
  how: stored.how ?? null,
  agreedOn: stored.agreedOn ?? null,
  givenOn: stored.givenOn ?? null,
  about: stored.about ?? null,
});

/** Returns the fields that differ from the stored ones; undefined if none does. */
export function changedAdvice(stored: StoredAdvice = {}, sent: AdviceChange = {}): AdviceChange | undefined {
  const before = toAdvice(stored);
  const fields = FIELDS.filter((field) => sent[field] !== undefined && sent[field] !== before[field]);
  return fields.length > 0 ? Object.fromEntries(fields.map((field) => [field, sent[field]])) : undefined;
}

/** Returns what is to be stored. Throws 400 for a charge without the day on which it was agreed. */
export function adviceAfter(stored: StoredAdvice = {}, change: AdviceChange): StoredAdvice | undefined {
  const after = Object.entries({ ...stored, ...change }).filter(([, value]) => value !== null && value !== undefined);
  const advice: StoredAdvice = Object.fromEntries(after);
  const hasCharge = advice.initial !== undefined || advice.ongoing !== undefined;
  if (hasCharge && !advice.agreedOn) throw invalid('advice.agreedOn', 'Say when it was agreed');
  return after.length > 0 ? advice : undefined;
}

const shown = (value: string | number | null | undefined) =>
  value === null || value === undefined ? null : `${value}`;

/** Returns old and new values for the audit log. */
export const adviceChanges = (stored: StoredAdvice = {}, change: AdviceChange = {}) =>
  FIELDS.filter((field) => change[field] !== undefined).map((field) => ({
    field: loggedName(ADVICE_FIELDS, field),
    was: shown(stored[field]),
    is: shown(change[field]),
  }));
