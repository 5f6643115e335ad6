import type { Loa, LoaOnBoard } from '#shared/contract/loas.ts';
import { countOf, listOf } from '#shared/rules/counted-words.ts';
import type { LOA_SCOPES, LOA_WAYS, RETURN_REASONS } from '#shared/rules/loas.ts';
import { sayDay } from '#shared/rules/say-date.ts';

export const WAY_LABELS: Readonly<Record<(typeof LOA_WAYS)[number], string>> = {
  phone: 'Phone',
  email: 'Email',
  portal: 'Provider portal',
  post: 'Post',
  unipass: 'Unipass',
};

export const REASON_LABELS: Readonly<Record<(typeof RETURN_REASONS)[number], string>> = {
  signature: 'Signature',
  number: 'Plan number',
  agency: 'Agency',
  form: 'Wrong form',
  age: 'Too old',
  other: 'Other',
};

export const SCOPE_LABELS: Readonly<Record<(typeof LOA_SCOPES)[number], string>> = {
  information: 'Information only',
  servicing: 'Servicing',
};

/** Returns a choice's options in the order of its labels. */
export const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** A signed letter cannot be sent by phone. */
export const WAYS_TO_SEND = optionsOf(WAY_LABELS).filter(({ value }) => value !== 'phone');

/** Returns "12 working days ago", or the day for one that no working day has followed. */
const since = (day: string, workingDays: number | null) =>
  workingDays ? `${countOf(workingDays, 'working day')} ago` : `on ${sayDay(day)}`;

/** A letter with all of its steps, or on the board. */
export type AnyLoa = Loa | LoaOnBoard;

/** Returns the reason of the return that was the last step, in lower case. */
const returnedFor = (loa: AnyLoa) => {
  const why = ('steps' in loa ? loa.steps.at(-1) : loa.lastStep)?.why;
  return why && why !== 'other' ? REASON_LABELS[why].toLowerCase() : 'other reason';
};

/** Returns the state of a letter in a line, such as "Sent 12 working days ago". */
export function loaLine(loa: AnyLoa): string {
  const { state, gaps, workingDays } = loa;
  const [sentOn, endedOn] = [loa.sentOn ?? '', loa.endedOn ?? ''];
  switch (state) {
    case 'to_send':
      return 'To send';
    case 'sent':
      return `Sent ${since(sentOn, workingDays)}`;
    case 'acknowledged':
      return `Confirmed on ${sayDay(loa.acknowledgedOn ?? '')}, asked ${since(sentOn, workingDays)}`;
    case 'part':
      return `Part of it came: ${listOf(gaps)} ${gaps.length === 1 ? 'still' : 'are'} missing`;
    case 'received':
      return `Answered on ${sayDay(endedOn)}, after ${countOf(workingDays ?? 0, 'working day')}`;
    case 'rejected':
      return `Returned: ${returnedFor(loa)}`;
    default:
      return 'Not needed';
  }
}
