import type { SavedAnswers } from '#shared/contract/factfind.ts';
import type { SectionOf } from '#shared/rules/factfind.ts';
import { type Given, isAnswered, isSameAnswer, problemOf } from '#shared/rules/factfind-answers.ts';
import { FACTFIND_LIMITS } from '#shared/rules/limits.ts';
import { MINUTE_MS } from '#shared/rules/time.ts';
import { conflict, HttpError, invalid } from '../../services/errors.ts';
import type { ChangeContext } from '../clients/client-writes.ts';
import { FIRST_PERSON, numberOf } from '../clients/person.ts';
import type { FactfindItem } from './factfind.ts';
import { type FormerAnswer, type SectionItem, type StoredAnswer, toAnswer } from './section-item.ts';

export type Named = SavedAnswers['answers'][number];

const CHANGED = 'Somebody changed this answer meanwhile.';
const SAY_WHY = 'Say why you change the client’s answer';

/** Changes by the same person within this time count as one, as forms save while somebody types. */
const SAME_CHANGE_MS = 10 * MINUTE_MS;

const givenOf = ({ v, s }: Named): Given => (s ? { s } : v === null || v === undefined ? {} : { v });

/** Throws 400 for an unknown question, a value of another type, or a value beside "I don’t know". */
export function checkAnswer({ section }: SectionOf, named: Named): void {
  const question = section.questions.find(({ id }) => id === named.key);
  if (!question) throw new HttpError(400, 'Unknown question', { fields: { key: 'Unknown question' } });
  if (named.s && named.v !== undefined && named.v !== null)
    throw invalid(named.key, 'Send a value, or “unknown” or “talk”');
  const { v } = givenOf(named);
  const problem = v === undefined ? undefined : problemOf(question, v);
  if (!problem) return;
  const at = [named.key, problem.row, problem.field].filter((part) => part !== undefined).join('.');
  throw invalid(at, problem.text);
}

/** Returns true while a change by the same person goes on: nobody has sent, copied or asked about its value since. */
function isSameChange(
  current: StoredAnswer,
  { by, name }: Pick<StoredAnswer, 'by' | 'name'>,
  request: FactfindItem,
  now: Date,
): boolean {
  const { sentAt = '', copiedAt = '' } = request.facts;
  const isFixed = current.at <= sentAt || current.at <= copiedAt;
  return (
    current.by === by && current.name === name && !isFixed && now.getTime() - Date.parse(current.at) < SAME_CHANGE_MS
  );
}

/** Returns the former values with the current one, unless this is still the same change. The first is never dropped. */
function formerOf(current: StoredAnswer, isSame: boolean): readonly FormerAnswer[] {
  const { was = [], v, s, name, at, reason } = current;
  if (isSame) return was;
  const all = [...was, { ...(v !== undefined && { v }), ...(s && { s }), name, at, ...(reason && { reason }) }];
  const { formerValues } = FACTFIND_LIMITS;
  return all.length > formerValues ? [...all.slice(0, 1), ...all.slice(1 - formerValues)] : all;
}

export const writerOf = ({ actor }: ChangeContext) =>
  actor.kind === 'client' ? { by: actor.person ? numberOf(actor.person) : FIRST_PERSON } : { by: null };

/** Returns true if staff replace what the client has sent, which needs a reason. */
export const isCorrection = ({ actor }: ChangeContext, { facts }: FactfindItem, current: StoredAnswer | undefined) =>
  actor.kind !== 'client' &&
  facts.sentAt !== undefined &&
  current !== undefined &&
  current.by !== null &&
  isAnswered(current);

/** Returns the answer that replaces the current one. Throws 400 for a correction without a reason. */
function nextAnswer(
  context: ChangeContext,
  request: FactfindItem,
  current: StoredAnswer | undefined,
  named: Named,
): StoredAnswer {
  const { by } = writerOf(context);
  const isReasonNeeded = isCorrection(context, request, current);
  if (isReasonNeeded && !named.reason) throw invalid('reason', SAY_WHY);
  const { sentAt, copiedAt } = request.facts;
  const keeps = current !== undefined && (sentAt !== undefined || copiedAt !== undefined);
  const was = keeps
    ? formerOf(current, isSameChange(current, { by, name: context.actor.name }, request, context.now))
    : [];
  return {
    ...givenOf(named),
    by,
    name: context.actor.name,
    at: context.now.toISOString(),
    n: (current?.n ?? 0) + 1,
    ...(isReasonNeeded && named.reason && { reason: named.reason }),
    ...(was.length > 0 && { was }),
  };
}

/** Returns the changed answers. Throws 409 with those that were changed since they were read. */
export function changedAnswers(
  context: ChangeContext,
  request: FactfindItem,
  stored: SectionItem['answers'],
  named: readonly Named[],
): Record<string, StoredAnswer> {
  const changed = named.filter((one) => !isSameAnswer(stored[one.key], givenOf(one)));
  const stale = changed.flatMap(({ key, n }) => {
    const current = stored[key];
    return current && current.n !== n ? [[key, toAnswer(current)] as const] : [];
  });
  if (stale.length > 0) throw conflict(CHANGED, { answers: Object.fromEntries(stale) });
  return Object.fromEntries(changed.map((one) => [one.key, nextAnswer(context, request, stored[one.key], one)]));
}
