import type { Happened } from '#shared/audit-log/actions.ts';
import type { SavedAnswers } from '#shared/contract/factfind.ts';
import { timeOf } from '#shared/rules/counted-words.ts';
import { isAnswered } from '#shared/rules/factfind-answers.ts';
import { FACTFIND_LIMITS } from '#shared/rules/limits.ts';
import type { RequestState } from '#shared/rules/requests.ts';
import { sayLongDay } from '#shared/rules/say-date.ts';
import { type ItemChange, together, unchanged } from '../../aws/expressions.ts';
import { jsonBytes } from '../../aws/json-size.ts';
import { transact, type Write } from '../../aws/table.ts';
import { conflict, tooMany } from '../../services/errors.ts';
import { clientIdOf } from '../../services/keys/keys.ts';
import { ANSWERS_BY_LINK } from '../../services/limits.ts';
import { consumeAttempt } from '../../services/rate-limit.ts';
import { adviserNameOf } from '../clients/assignments.ts';
import { clientKey } from '../clients/client.ts';
import { accessChecks, accessConditions, type ChangeContext, changeOf, linkOf } from '../clients/client-writes.ts';
import { shownUnchanged } from '../clients/listed-rows.ts';
import { isNewest } from '../requests/request.ts';
import { countStates, factfindShown, placed, resultOf } from '../requests/request-change.ts';
import { entriesOf } from './answer-entries.ts';
import { changedAnswers, checkAnswer, type Named, withoutOldest } from './changed-answers.ts';
import { type FactfindFile, type FactfindItem, formFor, foundFactfind, foundSection, progressNow } from './factfind.ts';
import { emptySection, type SectionItem, type StoredAnswer, sectionIn } from './section-item.ts';

export interface SavedSection {
  request: FactfindItem;
  /** By question: those that were named. */
  answers: Record<string, StoredAnswer>;
}

const OFTEN = 'That was a lot of changes. Your answers so far are saved.';
const WAIVED = 'This is no longer needed.';
const FULL = 'There is no room for more here.';

/** Returns the questions of staff that are left once some answers were saved. One that was removed is no reply. */
function leftAsks(
  { asks = {} }: SectionItem,
  named: readonly Named[],
  answers: SectionItem['answers'],
): SectionItem['asks'] {
  const left = Object.entries(asks).filter(
    ([key]) => !named.some((one) => one.key === key) || !isAnswered(answers[key]),
  );
  return left.length > 0 ? Object.fromEntries(left) : undefined;
}

/** Drops former values while the section is too large. Throws 409 if it is without any that may be dropped. */
function fitting(item: SectionItem, copiedAt: string | undefined): SectionItem {
  if (jsonBytes(item) <= FACTFIND_LIMITS.sectionBytes) return item;
  const found = Object.entries(item.answers).map(
    ([key, answer]) => [key, answer, withoutOldest(answer.was, copiedAt)] as const,
  );
  const [longest] = found
    .filter(([, { was = [] }, fewer]) => fewer.length < was.length)
    .sort(([, { was: a = [] }], [, { was: b = [] }]) => b.length - a.length);
  if (!longest) throw conflict(FULL);
  const [key, answer, was] = longest;
  return fitting({ ...item, answers: { ...item.answers, [key]: { ...answer, was } } }, copiedAt);
}

function sectionWrite(before: SectionItem, item: SectionItem, isNew: boolean): Write {
  if (isNew) return { put: { ...item }, when: [['pk', 'absent']] };
  const changed = Object.keys(item.answers).filter((key) => item.answers[key] !== before.answers[key]);
  const set = Object.fromEntries(changed.map((key) => [`answers/${key}`, item.answers[key]]));
  const when = changed.map((key) => unchanged(`answers/${key}/n`, before.answers[key]?.n));
  return {
    update: before,
    change: {
      set: { ...set, asks: item.asks, logged: item.logged },
      when: [...when, unchanged('asks', before.asks), unchanged('logged', before.logged)],
    },
  };
}

/** Returns the writes of the client: entries and counters, or only the check that the link still opens the page. */
function clientWrites(context: ChangeContext, happened: readonly Happened[], change: ItemChange): Write[] {
  const { client } = context;
  if (happened.length > 0) return changeOf(context, happened, change);
  const when = [...accessConditions(context), ...shownUnchanged(client), ...(change.when ?? [])];
  return [{ check: clientKey(clientIdOf(client)), when }, ...accessChecks(context)];
}

/** Throws 409 if the fact-find takes no answer from this actor. Returns its state afterwards. */
async function stateAfter({ actor, client }: ChangeContext, request: FactfindItem): Promise<RequestState> {
  const isClient = actor.kind === 'client';
  if (isClient && request.summary.state === 'approved') {
    const { agreedOn = request.decidedAt ?? '' } = request.facts;
    const adviser = (await adviserNameOf(client)) || 'your adviser';
    throw conflict(`This was agreed on ${sayLongDay(agreedOn)}. Tell ${adviser} what has changed.`);
  }
  if (isClient && request.summary.state === 'waived') throw conflict(WAIVED);
  return resultOf(isClient ? 'answer' : 'correct', request)?.next ?? request.summary.state;
}

/** Counts a save from a portal link. Throws 429 after 600 an hour. */
export async function takeAnswers(context: ChangeContext): Promise<void> {
  if (context.actor.kind !== 'client') return;
  const wait = await consumeAttempt('link-answers', linkOf(context), ANSWERS_BY_LINK, context.now);
  if (wait > 0) throw tooMany(`${OFTEN} Please try again in ${timeOf(wait)}.`, wait);
}

interface Saved {
  facts: FactfindItem['facts'];
  state: RequestState;
  /** Set if staff gave the answer, or the one that it replaces. */
  isOfStaff: boolean;
}

/** Returns the request after a save: a new version if staff may accept what changed, so that they accept what they read. */
function requestAfter(request: FactfindItem, { facts, state, isOfStaff }: Saved, now: Date): FactfindItem {
  const isAgain = state !== request.summary.state;
  const isUnsent = request.summary.state === 'open' && !isOfStaff;
  if (isUnsent && JSON.stringify(facts) === JSON.stringify(request.facts)) return request;
  const again = { state, submittedAt: now.toISOString() };
  return {
    ...request,
    version: request.version + 1,
    facts,
    summary: { ...request.summary, ...(isAgain && again) },
    ...(isAgain && { decidedAt: undefined }),
  };
}

const requestWrite = (before: FactfindItem, after: FactfindItem, { client }: ChangeContext): Write =>
  after === before
    ? { check: before, when: [unchanged('summary/state', before.summary.state)] }
    : { put: { ...placed(after, client) }, when: [unchanged('version', before.version)] };

/**
 * Saves answers of a section. A repeated save changes nothing, and `count` runs before anything is written. Throws 400 for
 * an answer of another type, and for a correction without a reason. Throws 409 if one was changed since it was read, if
 * the section is full, or if the fact-find is settled.
 */
export async function saveAnswers(
  context: ChangeContext,
  given: FactfindFile,
  { section: key, answers: named }: SavedAnswers,
  count: () => Promise<void>,
): Promise<SavedSection> {
  const { client, now } = context;
  const request = foundFactfind(given.request);
  const state = await stateAfter(context, request);
  const form = formFor(request, client);
  const at = foundSection(form, key);
  for (const one of named) checkAnswer(at, one);
  const found = sectionIn(given.stored, key);
  const before = found ?? emptySection(clientIdOf(client), key);
  const changed = changedAnswers(context, request, before, named);
  const answers: Record<string, StoredAnswer> = { ...before.answers, ...changed };
  const shown = Object.fromEntries(
    named.flatMap(({ key: id }) => {
      const answer = answers[id];
      return answer ? [[id, answer] as const] : [];
    }),
  );
  const names = Object.keys(changed);
  const asks = leftAsks(before, named, answers);
  const closed = Object.keys(before.asks ?? {}).length - Object.keys(asks ?? {}).length;
  if (names.length === 0 && closed === 0) return { request, answers: shown };
  await count();
  const isOpenedAgain = state !== request.summary.state;
  const entries = entriesOf(context, request, { at, before, changed }, isOpenedAgain);
  const item = fitting(
    { ...before, answers, asks, ...(entries.logged && { logged: entries.logged }) },
    request.facts.copiedAt,
  );
  const facts = {
    ...request.facts,
    ...progressNow(form, [...given.stored.filter((one) => one !== found), item], now),
    isBegun: true as const,
    ...(entries.toldAt && { toldAt: entries.toldAt }),
  };
  const isOfStaff = names.some((id) => changed[id]?.by === null || before.answers[id]?.by === null);
  const after = requestAfter(request, { facts, state, isOfStaff }, now);
  const counts = together(
    countStates(request.summary.state, state),
    state === request.summary.state ? {} : factfindShown(context, after),
    { when: [isNewest(request)] },
  );
  await transact([
    ...clientWrites(context, entries.happened, counts),
    sectionWrite(before, item, found === undefined),
    requestWrite(request, after, context),
  ]);
  return { request: after, answers: shown };
}
