import type { Happened } from '#shared/audit-log/actions.ts';
import type { SavedAnswers } from '#shared/contract/factfind.ts';
import { countOf } from '#shared/rules/counted-words.ts';
import { type SectionOf, sectionAt } from '#shared/rules/factfind.ts';
import { type Given, isSameAnswer, problemOf } from '#shared/rules/factfind-answers.ts';
import { FACTFIND_LIMITS } from '#shared/rules/limits.ts';
import { londonParts } from '#shared/rules/london.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/rules/time.ts';
import { type ItemChange, unchanged } from '../../aws/expressions.ts';
import { jsonBytes } from '../../aws/json-size.ts';
import { transact, type Write } from '../../aws/table.ts';
import { conflict, HttpError, invalid, tooMany } from '../../services/errors.ts';
import { childKeyOf, clientIdOf, idOfChild } from '../../services/keys/keys.ts';
import { ANSWERS_BY_LINK } from '../../services/limits.ts';
import { consumeAttempt } from '../../services/rate-limit.ts';
import { clientKey } from '../clients/client.ts';
import { accessChecks, accessConditions, type ChangeContext, changeOf, linkOf } from '../clients/client-writes.ts';
import { FIRST_PERSON, numberOf } from '../clients/person.ts';
import { NEXT_VERSION, resultOf } from '../requests/request-change.ts';
import { type FactfindItem, formOf, foundFactfind, progressNow } from './factfind.ts';
import {
  answersIn,
  type FormerAnswer,
  type SectionItem,
  type StoredAnswer,
  sectionKey,
  toAnswer,
} from './section-item.ts';

export interface SavedSection {
  request: FactfindItem;
  /** By question: those that were named. */
  answers: Record<string, StoredAnswer>;
}

type Named = SavedAnswers['answers'][number];

const CHANGED = 'Somebody changed this answer meanwhile.';
const OFTEN = 'That was a lot of changes. Your answers so far are saved.';
const FULL = 'There is no room for more here.';

/** Changes by the same person within this time count as one, as forms save while somebody types. */
const SAME_CHANGE_MS = 10 * MINUTE_MS;

const givenOf = ({ v, s }: Named): Given => (s ? { s } : v === null || v === undefined ? {} : { v });

/** Throws 400 for an unknown question, a value of another type, or a value beside "I don’t know". */
function checkAnswer({ section }: SectionOf, named: Named): void {
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

/** Returns the former values with the current one, unless this is still the same change. The first is never dropped. */
function formerOf(current: StoredAnswer, by: number, now: Date): readonly FormerAnswer[] {
  const { was = [], v, s, name, at } = current;
  if (current.by === by && now.getTime() - Date.parse(at) < SAME_CHANGE_MS) return was;
  const all = [...was, { ...(v !== undefined && { v }), ...(s && { s }), name, at }];
  const { formerValues } = FACTFIND_LIMITS;
  return all.length > formerValues ? [...all.slice(0, 1), ...all.slice(1 - formerValues)] : all;
}

/** Returns the changed answers. Throws 409 with those that were changed since they were read. */
function changedAnswers(
  { actor, now }: ChangeContext,
  { facts }: FactfindItem,
  stored: SectionItem['answers'],
  named: readonly Named[],
): Record<string, StoredAnswer> {
  const changed = named.filter((one) => !isSameAnswer(stored[one.key], givenOf(one)));
  const stale = changed.flatMap(({ key, n }) => {
    const current = stored[key];
    return current && current.n !== n ? [[key, toAnswer(current)] as const] : [];
  });
  if (stale.length > 0) throw conflict(CHANGED, { answers: Object.fromEntries(stale) });
  const by = actor.person ? numberOf(actor.person) : FIRST_PERSON;
  return Object.fromEntries(
    changed.map((one): [string, StoredAnswer] => {
      const current = stored[one.key];
      const was = current && facts.sentAt ? formerOf(current, by, now) : [];
      const { n = 0 } = current ?? {};
      const answer = { ...givenOf(one), by, name: actor.name, at: now.toISOString(), n: n + 1 };
      return [one.key, { ...answer, ...(was.length > 0 && { was }) }];
    }),
  );
}

/** Returns the entries that a save causes, and what they mark: see the comments at the actions. */
function entriesOf(
  { actor, now }: ChangeContext,
  request: FactfindItem,
  { section }: SectionOf,
  { logged }: Pick<SectionItem, 'logged'>,
  count: number,
) {
  const ref = idOfChild(request);
  const by = actor.person ? numberOf(actor.person) : FIRST_PERSON;
  const { date: day } = londonParts(now);
  const people = logged?.day === day ? logged.people : [];
  const isFirst = !people.includes(by);
  const { toldAt } = request.facts;
  const isTold =
    request.summary.state === 'submitted' && (toldAt === undefined || now.getTime() - Date.parse(toldAt) >= HOUR_MS);
  const answered = { action: 'factfind-answered', data: { section: section.title }, ref } as const;
  const changed = { action: 'factfind-changed', data: { answers: count }, ref } as const;
  const happened: Happened[] = [...(isFirst ? [answered] : []), ...(isTold ? [changed] : [])];
  return {
    happened,
    inSection: isFirst ? { logged: { day, people: [...people, by] } } : {},
    inRequest: isTold ? { 'facts/toldAt': now.toISOString() } : {},
  };
}

function sectionWrite(before: SectionItem | undefined, item: SectionItem, named: readonly string[]): Write {
  if (!before) return { put: { ...item }, when: [['pk', 'absent']] };
  const set = Object.fromEntries(named.map((key) => [`answers/${key}`, item.answers[key]]));
  const when = named.map((key) => unchanged(`answers/${key}/n`, before.answers[key]?.n));
  return {
    update: before,
    change: { set: { ...set, logged: item.logged }, when: [...when, unchanged('logged', before.logged)] },
  };
}

/** Returns the write of the request if progress or marks changed, else a check that it still takes answers. */
function requestWrite(request: FactfindItem, set: ItemChange['set'] & object): Write {
  if (Object.keys(set).length === 0)
    return { check: request, when: [unchanged('summary/state', request.summary.state)] };
  return { update: request, change: { set, add: NEXT_VERSION, when: [unchanged('version', request.version)] } };
}

/** Returns the writes of the entries, or of the check that the link still opens the page. */
const clientWrites = (context: ChangeContext, happened: readonly Happened[]): Write[] =>
  happened.length > 0
    ? changeOf(context, happened)
    : [{ check: clientKey(clientIdOf(context.client)), when: accessConditions(context) }, ...accessChecks(context)];

/** Counts a save from a portal link. Throws 429 after 600 an hour. */
export async function takeAnswers(context: ChangeContext): Promise<void> {
  const wait = await consumeAttempt('link-answers', linkOf(context), ANSWERS_BY_LINK, context.now);
  if (wait > 0) throw tooMany(`${OFTEN} Please try again in ${countOf(Math.ceil(wait / 60), 'minute')}.`, wait);
}

/**
 * Saves answers of a section. A repeated save changes nothing, and `count` runs before anything is written. Throws 400 for
 * an answer of another type. Throws 409 if one was changed since it was read, if the section is full, or if the fact-find
 * is settled.
 */
export async function saveAnswers(
  context: ChangeContext,
  given: { request: FactfindItem | undefined; stored: readonly SectionItem[] },
  { section: key, answers: named }: SavedAnswers,
  count: () => Promise<void>,
): Promise<SavedSection> {
  const request = foundFactfind(given.request);
  resultOf('answer', request);
  const form = formOf(request, context.client);
  const at = sectionAt(form, key);
  if (!at) throw invalid('section', 'Unknown section');
  for (const one of named) checkAnswer(at, one);
  const before = given.stored.find((item) => childKeyOf(item) === key);
  const item = before ?? { ...sectionKey(clientIdOf(context.client), key), v: 1 as const, answers: {} };
  const changed = changedAnswers(context, request, item.answers, named);
  const names = Object.keys(changed);
  const after: Record<string, StoredAnswer> = { ...item.answers, ...changed };
  const shown = Object.fromEntries(
    named.flatMap(({ key: id }) => {
      const answer = after[id];
      return answer ? [[id, answer] as const] : [];
    }),
  );
  if (names.length === 0) return { request, answers: shown };
  await count();
  const entries = entriesOf(context, request, at, item, names.length);
  const stored = { ...item, answers: after, ...entries.inSection };
  if (jsonBytes(stored) > FACTFIND_LIMITS.sectionBytes) throw conflict(FULL);
  const all = { ...answersIn(given.stored), [key]: after };
  const { done, of } = progressNow(form, all, context.now);
  const isProgress = done !== request.facts.done || of !== request.facts.of || !request.facts.isBegun;
  const progress = isProgress ? { 'facts/done': done, 'facts/of': of, 'facts/isBegun': true } : {};
  const set = { ...progress, ...entries.inRequest };
  await transact([
    ...clientWrites(context, entries.happened),
    sectionWrite(before, stored, names),
    requestWrite(request, set),
  ]);
  const version = request.version + (Object.keys(set).length > 0 ? 1 : 0);
  return { request: { ...request, version, facts: { ...request.facts, done, of, isBegun: true } }, answers: shown };
}
