import type { AskedBack } from '#shared/contract/factfind.ts';
import { askedIn } from '#shared/rules/factfind.ts';
import { londonParts } from '#shared/rules/london.ts';
import { unchanged } from '../../aws/expressions.ts';
import type { Write } from '../../aws/table.ts';
import { invalid } from '../../services/errors.ts';
import { clientIdOf, idOfChild } from '../../services/keys/keys.ts';
import type { Staff } from '../accounts/session.ts';
import type { ChangeContext } from '../clients/client-writes.ts';
import { checkRequestVersion, isNewest, type RequestItem } from '../requests/request.ts';
import { dueAfter, resultOf, writeRequest } from '../requests/request-change.ts';
import { type FactfindFile, type FactfindItem, formFor, foundFactfind, foundSection, progressNow } from './factfind.ts';
import { type Ask, answersIn, emptySection, type SectionItem, sectionIn } from './section-item.ts';

type Asked = AskedBack['asks'][number];

/** Throws 400 for a question that the client is not asked. */
function checkQuestion(
  context: ChangeContext,
  request: FactfindItem,
  stored: readonly SectionItem[],
  { section: key, key: id }: Asked,
): void {
  const form = formFor(request, context.client);
  const at = foundSection(form, key);
  const answers = answersIn(stored);
  const isKnown = askedIn(at, form, answers, londonParts(context.now).date).some((question) => question.id === id);
  if (!isKnown) throw invalid('key', 'Unknown question');
}

interface AskedSection {
  before: SectionItem | undefined;
  item: SectionItem;
}

/** Returns the sections with what is asked in them. */
function askedSections(context: ChangeContext, stored: readonly SectionItem[], asks: readonly Asked[]): AskedSection[] {
  const { actor, client, now } = context;
  return [...Map.groupBy(asks, ({ section }) => section)].map(([section, own]) => {
    const before = sectionIn(stored, section);
    const at = now.toISOString();
    const added = own.map(({ key, text }): [string, Ask] => [key, { text, name: actor.name, at }]);
    const item = before ?? emptySection(clientIdOf(client), section);
    return { before, item: { ...item, asks: { ...item.asks, ...Object.fromEntries(added) } } };
  });
}

const writeOf = ({ before, item }: AskedSection): Write =>
  before
    ? { update: before, change: { set: { asks: item.asks }, when: [unchanged('asks', before.asks)] } }
    : { put: { ...item }, when: [['pk', 'absent']] };

const isAsked = (stored: readonly SectionItem[], { section, key, text }: Asked) =>
  sectionIn(stored, section)?.asks?.[key]?.text === text;

/**
 * Puts questions about answers to the client, or opens an agreed fact-find again for a reason. A repeat changes nothing.
 * Throws 400 for an unknown question, 409 for another version or a waived fact-find.
 */
export async function askBack(
  context: ChangeContext<Staff>,
  given: FactfindFile,
  { version, asks, reason }: AskedBack,
  closedDays: readonly string[],
): Promise<RequestItem> {
  const before = foundFactfind(given.request);
  const { now } = context;
  for (const one of asks) checkQuestion(context, before, given.stored, one);
  const isRepeat = before.version !== version && before.summary.state === 'open';
  // The client still reads why it was opened.
  const kept = before.summary.state === 'open' ? before.reason : undefined;
  const why = reason ?? kept;
  const isSame = asks.every((one) => isAsked(given.stored, one)) && why === before.reason;
  if (isRepeat && isSame) return before;
  checkRequestVersion(before, version);
  resultOf('ask', before);
  const sections = askedSections(context, given.stored, asks);
  const items = [
    ...given.stored.filter((item) => !sections.some(({ before: old }) => old === item)),
    ...sections.map(({ item }) => item),
  ];
  const { submittedAt: _, ...summary } = before.summary;
  const { reason: _reason, answer: _answer, answeredBy: _by, ...rest } = before;
  const due = dueAfter(summary.due, now, closedDays);
  const after = {
    ...rest,
    ...(why && { reason: why }),
    decidedAt: now.toISOString(),
    facts: {
      ...before.facts,
      ...progressNow(formFor(before, context.client), items, now),
      // The client has read it, so it is no longer deleted.
      isBegun: true as const,
    },
    summary: { ...summary, state: 'open' as const, askedAt: now.toISOString(), ...(due && { due }) },
  };
  const happened = { action: 'factfind-asked', data: { questions: asks.length }, ref: idOfChild(before) } as const;
  return writeRequest(context, before, after, happened, {
    change: { when: [isNewest(before)] },
    writes: sections.map(writeOf),
  });
}
