import type { SavedAnswers } from '#shared/contract/factfind.ts';
import type { SectionOf } from '#shared/rules/factfind.ts';
import { type Given, isSameAnswer, problemOf } from '#shared/rules/factfind-answers.ts';
import { clientsOwn } from '#shared/rules/factfind-own.ts';
import { FACTFIND_LIMITS } from '#shared/rules/limits.ts';
import { REQUEST_TEXTS } from '#shared/rules/request-texts.ts';
import { MINUTE_MS } from '#shared/rules/time.ts';
import { conflict, invalid } from '../../services/errors.ts';
import type { ChangeContext } from '../clients/client-writes.ts';
import { FIRST_PERSON, numberOf } from '../clients/person.ts';
import type { FactfindItem } from './factfind.ts';
import { type FormerAnswer, type SectionItem, type StoredAnswer, toAnswer } from './section-item.ts';

export type Named = SavedAnswers['answers'][number];

const CHANGED = 'Somebody changed this answer meanwhile.';

/** Changes by the same person within this time count as one, as forms save while somebody types. */
const SAME_CHANGE_MS = 10 * MINUTE_MS;

const givenOf = ({ v, s }: Named): Given => (s ? { s } : v === null || v === undefined ? {} : { v });

/** Throws 400 for an unknown question, a value of another type, or a value beside "I don’t know". */
export function checkAnswer({ section }: SectionOf, named: Named): void {
  const question = section.questions.find(({ id }) => id === named.key);
  if (!question) throw invalid('key', 'Unknown question');
  if (named.s && named.v !== undefined && named.v !== null)
    throw invalid(named.key, 'Send a value, or “unknown” or “talk”');
  const { v } = givenOf(named);
  const problem = v === undefined ? undefined : problemOf(question, v);
  if (!problem) return;
  const at = [named.key, problem.row, problem.field].filter((part) => part !== undefined).join('.');
  throw invalid(at, problem.text);
}

/** A save of one answer. */
interface Save {
  context: ChangeContext;
  request: FactfindItem;
  current: StoredAnswer | undefined;
  /** Set while staff ask about the answer. */
  isAskedAbout: boolean;
}

export const writerOf = ({ actor }: ChangeContext) =>
  actor.kind === 'client' ? { by: actor.person ? numberOf(actor.person) : FIRST_PERSON } : { by: null };

/** Returns true if staff may know the answers: this fact-find was handed in once, or there was one before. */
const wasSent = ({ facts }: FactfindItem) => facts.sentAt !== undefined || facts.previous !== undefined;

/** Returns true if staff replace what the client has sent by something else, which needs a reason. */
export function isCorrection(
  context: ChangeContext,
  request: FactfindItem,
  current: StoredAnswer | undefined,
  next: Given,
) {
  const own = clientsOwn(current);
  return context.actor.kind !== 'client' && wasSent(request) && own !== undefined && !isSameAnswer(own, next);
}

/** Returns true while one change goes on: nobody has sent, copied, corrected or asked about its value since. */
function isSameChange({ context: { actor, now }, request: { facts }, current, isAskedAbout }: Save, by: number | null) {
  const { sentAt = '', copiedAt = '' } = facts;
  if (!current || isAskedAbout || current.reason || current.at <= sentAt || current.at <= copiedAt) return false;
  const isSamePerson = current.by === by && current.name === actor.name;
  return isSamePerson && now.getTime() - Date.parse(current.at) < SAME_CHANGE_MS;
}

/** Returns former values without the oldest that may be dropped: not the first, nor the one in the last copy. */
export function withoutOldest(
  was: readonly FormerAnswer[] = [],
  copiedAt: string | undefined,
): readonly FormerAnswer[] {
  const copied = copiedAt === undefined ? -1 : was.findLastIndex(({ at }) => at <= copiedAt);
  const oldest = copied === 1 ? 2 : 1;
  return was.filter((_, i) => i !== oldest);
}

/** Returns the former values with the current one, unless this is still the same change. */
function formerOf(save: Save, by: number | null): readonly FormerAnswer[] {
  const { current, request } = save;
  if (!current) return [];
  const { was = [], n: _, ...former } = current;
  const isKept = was.length > 0 || wasSent(request);
  if (!isKept || isSameChange(save, by)) return was;
  const all = [...was, former];
  return all.length > FACTFIND_LIMITS.formerValues ? withoutOldest(all, request.facts.copiedAt) : all;
}

/** Returns the answer that replaces the current one. Throws 400 for a correction without a reason. */
function nextAnswer(save: Save, named: Named): StoredAnswer {
  const { context, request, current } = save;
  const { by } = writerOf(context);
  const given = givenOf(named);
  if (isCorrection(context, request, current, given) && !named.reason)
    throw invalid('reason', REQUEST_TEXTS.whyCorrected);
  const was = formerOf(save, by);
  return {
    ...given,
    by,
    name: context.actor.name,
    at: context.now.toISOString(),
    n: (current?.n ?? 0) + 1,
    ...(by === null && named.reason && { reason: named.reason }),
    ...(was.length > 0 && { was }),
  };
}

/** Returns the changed answers. Throws 409 with those that were changed since they were read. */
export function changedAnswers(
  context: ChangeContext,
  request: FactfindItem,
  { answers: stored, asks = {} }: SectionItem,
  named: readonly Named[],
): Record<string, StoredAnswer> {
  const changed = named.filter((one) => !isSameAnswer(stored[one.key], givenOf(one)));
  const stale = changed.flatMap(({ key, n }) => {
    const current = stored[key];
    return current && current.n !== n ? [[key, toAnswer(current)] as const] : [];
  });
  if (stale.length > 0) throw conflict(CHANGED, { answers: Object.fromEntries(stale) });
  return Object.fromEntries(
    changed.map((one) => {
      const save = { context, request, current: stored[one.key], isAskedAbout: asks[one.key] !== undefined };
      return [one.key, nextAnswer(save, one)];
    }),
  );
}
