import type { Happened } from '#shared/audit-log/actions.ts';
import type { FieldChange } from '#shared/contract/field-change.ts';
import type { RequestChange, RequestDecision } from '#shared/contract/requests.ts';
import { londonParts } from '#shared/rules/london.ts';
import { type RequestAct, resultOfAct } from '#shared/rules/request-acts.ts';
import { REQUEST_TEXTS } from '#shared/rules/request-texts.ts';
import { asksAgain, DAYS_TO_REPLACE, needsReason, type RequestState } from '#shared/rules/requests.ts';
import { workingDaysLater } from '#shared/rules/working-days.ts';
import { type ItemChange, together } from '../../aws/expressions.ts';
import { get, transact, type Write } from '../../aws/table.ts';
import { conflict, invalid } from '../../services/errors.ts';
import { childKeyOf, clientIdOf, idOfChild, PREFIX } from '../../services/keys/keys.ts';
import { endCallAbout } from '../clients/calls-for-help.ts';
import { adviserIdOf, type ClientItem } from '../clients/client.ts';
import { type ChangeContext, changeOf, ownStageNumber } from '../clients/client-writes.ts';
import { heldAgain, released } from './document-to-sign.ts';
import {
  checkRequestVersion,
  foundRequest,
  isNewest,
  listedFactfind,
  type RequestItem,
  requestFactsOf,
  requestIndexKeys,
  summarised,
} from './request.ts';

/** Counts a change. The review queue has a copy of the version. */
export const NEXT_VERSION = { version: 1, 'summary/version': 1 };

const isIn = (state: RequestState | undefined, wanted: RequestState) => (state === wanted ? 1 : 0);

export const countStates = (before: RequestState | undefined, after: RequestState | undefined): ItemChange => ({
  add: {
    'summary/openRequests': isIn(after, 'open') - isIn(before, 'open'),
    'summary/submittedRequests': isIn(after, 'submitted') - isIn(before, 'submitted'),
  },
});

/** Returns the change by which lists of clients show the newest fact-find; nothing for other requests. */
export const factfindShown = ({ client }: Pick<ChangeContext, 'client'>, after: RequestItem): ItemChange =>
  client.factfind?.request === childKeyOf(after) ? { set: { 'summary/factfind': listedFactfind(after) } } : {};

/** Returns the result of an act; `undefined` if it changes nothing. Throws 409 if the state refuses it. */
export function resultOf(act: RequestAct, request: RequestItem) {
  const result = resultOfAct(act, requestFactsOf(request));
  if ('refused' in result) throw conflict(result.refused);
  return 'unchanged' in result ? undefined : result;
}

/** Ends the client's half hour. Every decision does, and only the client's next file starts another one. */
const NOT_HANDED_IN = { handInAt: undefined, dpk: undefined, dsk: undefined };

/** Returns the request with the keys of its new state. Only an open one is handed in automatically. */
export const placed = (request: RequestItem, client: ClientItem): RequestItem => ({
  ...summarised(request, client),
  ...requestIndexKeys(request.summary, childKeyOf(request), adviserIdOf(client)),
  ...(request.summary.state !== 'open' && NOT_HANDED_IN),
});

/** Ends the call for help with a request that is no longer with the client. */
export const endedHelp = ({ client }: ChangeContext, request: RequestItem): ItemChange =>
  endCallAbout(client, idOfChild(request)) ?? {};

/**
 * Writes a changed request with its audit entry, the client's counters, and what else belongs to the change. Conflicts with
 * any other change of it.
 */
export async function writeRequest(
  context: ChangeContext,
  before: RequestItem,
  after: Omit<RequestItem, 'version'>,
  happened: Happened,
  { change = {}, writes = [] }: { change?: ItemChange; writes?: readonly Write[] } = {},
): Promise<RequestItem> {
  const stored = placed({ ...after, version: before.version + 1 }, context.client);
  const isWithClient = stored.summary.state === 'open';
  const counts = together(countStates(before.summary.state, after.summary.state), factfindShown(context, stored));
  await transact([
    ...changeOf(context, happened, together(counts, change, isWithClient ? {} : endedHelp(context, before))),
    { put: { ...stored }, when: [['version', '=', before.version]] },
    ...writes,
  ]);
  return stored;
}

export const stageOf = (stageId: string | null | undefined, clientId: string) =>
  stageId ? ownStageNumber(stageId, clientId) : undefined;

const shortValue = (value: string | number | undefined) => (value === undefined ? null : String(value));

function shortChanges(before: RequestItem['summary'], after: RequestItem['summary']): FieldChange[] {
  const pairs = [
    ['title', before.title, after.title],
    ['stage', before.stage, after.stage],
    ['dueDate', before.due, after.due],
  ] as const;
  return pairs.flatMap(([field, was, is]) => (was === is ? [] : [{ field, was: shortValue(was), is: shortValue(is) }]));
}

/** Changes what is asked for. A new stage moves no file that came before. */
export async function changeRequest(
  context: ChangeContext,
  request: RequestItem | undefined,
  { version, title, help, stageId, dueDate }: RequestChange,
): Promise<RequestItem> {
  const before = foundRequest(request);
  checkRequestVersion(before, version);
  resultOf('edit', before);
  if (before.sign && stageId !== undefined) throw invalid('stageId', REQUEST_TEXTS.stageToSign);
  const after = {
    ...before,
    ...(help !== undefined && { help: help ?? undefined }),
    summary: {
      ...before.summary,
      ...(title !== undefined && { title }),
      ...(stageId !== undefined && { stage: stageOf(stageId, clientIdOf(context.client)) }),
      ...(dueDate !== undefined && { due: dueDate ?? undefined }),
    } as RequestItem['summary'],
  } as RequestItem;
  const changes = shortChanges(before.summary, after.summary);
  if (changes.length === 0 && after.help === before.help) return before;
  const data = { title: after.summary.title, ...(changes.length > 0 && { changes }) };
  return writeRequest(context, before, after, { action: 'request-changed', data, ref: idOfChild(before) });
}

/** Returns the condition that no newer fact-find was started. Throws 409 if one was. */
function onlyFactfind({ client: { factfind } }: ChangeContext, request: RequestItem): ItemChange {
  if (!request.facts) return {};
  if (factfind?.request !== childKeyOf(request)) throw conflict(REQUEST_TEXTS.newerFactfind);
  return { when: [isNewest(request)] };
}

/** Returns a change that names the fact-find before as the client's newest. */
async function backToPrevious({ pk, facts }: RequestItem): Promise<ItemChange> {
  if (!facts) return {};
  const key = facts.previous;
  const previous = key === undefined ? undefined : await get<RequestItem>({ pk, sk: PREFIX.request + key });
  return {
    set: {
      factfind: key === undefined ? undefined : { request: key },
      'summary/factfind': previous && listedFactfind(previous),
    },
  };
}

/** Deletes a request for which nothing ever came. */
export async function deleteRequest(context: ChangeContext, request: RequestItem | undefined): Promise<void> {
  const before = foundRequest(request);
  resultOf('delete', before);
  const happened = {
    action: 'request-deleted',
    data: { title: before.summary.title },
    ref: idOfChild(before),
  } as const;
  const counts = together(
    countStates(before.summary.state, undefined),
    { add: { totalRequests: -1 } },
    // A newer one names it as the one before.
    onlyFactfind(context, before),
    await backToPrevious(before),
    endedHelp(context, before),
  );
  await transact([
    ...changeOf(context, happened, counts),
    { delete: before, when: [['version', '=', before.version]] },
    ...(await released(before)),
  ]);
}

/** Moves a due date that is too soon for another try. */
export function dueAfter(due: string | undefined, now: Date, closed: readonly string[]): string | undefined {
  const earliest = workingDaysLater(londonParts(now).date, DAYS_TO_REPLACE, closed);
  return due !== undefined && due < earliest ? earliest : due;
}

/**
 * Decides on a request. A repeated decision changes nothing. Throws 409 for another version or state, and for another
 * reason to waive it, which would be lost.
 */
export async function decideRequest(
  context: ChangeContext,
  request: RequestItem | undefined,
  { version, decision, reason }: RequestDecision,
  closedDays: readonly string[],
): Promise<RequestItem> {
  const before = foundRequest(request);
  const { now } = context;
  const result = resultOfAct(decision, requestFactsOf(before));
  if ('unchanged' in result) {
    if (decision === 'waive' && reason && reason !== before.waivedReason) throw conflict(REQUEST_TEXTS.settled);
    return before;
  }
  checkRequestVersion(before, version);
  if ('refused' in result) throw conflict(result.refused);
  const { summary } = before;
  const isBack = needsReason(decision);
  const isSettled = result.next === 'approved' || result.next === 'waived';
  const after = {
    ...before,
    reason: isBack ? (reason ?? undefined) : isSettled ? undefined : before.reason,
    waivedReason: decision === 'waive' ? (reason ?? undefined) : undefined,
    // It stays beside the files of its attempt.
    ...(result.next === 'open' && decision !== 'more' && { answer: undefined, answeredBy: undefined }),
    decidedAt: decision === 'reopen' || decision === 'undo' ? undefined : now.toISOString(),
    ...NOT_HANDED_IN,
    summary: {
      ...summary,
      state: result.next,
      ...(result.newAttempt && { attempt: summary.attempt + 1, files: 0 }),
      ...(asksAgain(decision) && { askedAt: now.toISOString(), due: dueAfter(summary.due, now, closedDays) }),
      ...(result.next === 'open' && { submittedAt: undefined }),
      // Requests accepted before they were handed in have no time yet.
      ...(result.next === 'submitted' && { submittedAt: summary.submittedAt ?? now.toISOString() }),
    } as RequestItem['summary'],
  } as RequestItem;
  const changes = shortChanges(summary, after.summary);
  const data = {
    title: summary.title,
    decision,
    attempt: summary.attempt,
    ...(changes.length > 0 && { changes }),
    ...(before.facts && { factfind: true as const }),
    ...(before.sign && { sign: true as const }),
  };
  const only = decision === 'reopen' ? onlyFactfind(context, before) : {};
  const writes = decision === 'reopen' ? await heldAgain(before) : decision === 'waive' ? await released(before) : [];
  return writeRequest(
    context,
    before,
    after,
    { action: 'request-decided', data, ref: idOfChild(before) },
    { change: only, writes },
  );
}
