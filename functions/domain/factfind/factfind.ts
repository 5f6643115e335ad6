import type { Factfind, NewFactfind } from '#shared/contract/factfind.ts';
import {
  askedIn,
  type FactfindForm,
  formOf,
  isSection,
  progressOf,
  type SectionOf,
  sectionAt,
  sectionsOf,
} from '#shared/rules/factfind.ts';
import { OWN_SECTION, type SectionId } from '#shared/rules/factfind-shape.ts';
import { FACTFIND_STAGE } from '#shared/rules/journey.ts';
import { londonParts } from '#shared/rules/london.ts';
import { REQUEST_TEXTS } from '#shared/rules/request-texts.ts';
import { isSettled } from '#shared/rules/requests.ts';
import { together, unchanged } from '../../aws/expressions.ts';
import { get, transact, type Write } from '../../aws/table.ts';
import { conflict, invalid, notFound } from '../../services/errors.ts';
import { refusalOf } from '../../services/idempotency.ts';
import { childItemKey, childKeyOf, clientIdOf, idOfChild, newChildKey, PREFIX } from '../../services/keys/keys.ts';
import type { Staff } from '../accounts/session.ts';
import type { ClientItem } from '../clients/client.ts';
import { type ChangeContext, changeOf, entryWrites } from '../clients/client-writes.ts';
import { ownPeople } from '../clients/person.ts';
import { checkDue, countNew, newRequest } from '../requests/new-request.ts';
import { isNewest, listedFactfind, type RequestItem, toClientRequest } from '../requests/request.ts';
import { NEXT_VERSION } from '../requests/request-change.ts';
import { type FormItem, toForm } from './form.ts';
import { answersIn, readSections, type SectionItem, sectionIn, toAnswers } from './section-item.ts';

/** Request of kind `facts`. */
export type FactfindItem = RequestItem & { facts: NonNullable<RequestItem['facts']> };

const TITLE = 'Fact-find';

const TEXTS = {
  none: 'There is no fact-find',
  underWay: 'A fact-find is under way already. Open it, or waive it.',
  unknownSection: 'Unknown section',
  unknownPerson: 'This person has no sections of their own',
} as const;

const isFactfind = (request: RequestItem | undefined): request is FactfindItem => request?.facts !== undefined;

/** Reads the client's newest fact-find; undefined if there is none. */
async function readFactfind(client: ClientItem): Promise<FactfindItem | undefined> {
  if (client.factfind === undefined) return undefined;
  const request = await get<RequestItem>(childItemKey(PREFIX.request, clientIdOf(client), client.factfind.request));
  return isFactfind(request) ? request : undefined;
}

/** Throws 404 if the client has no fact-find. */
export function foundFactfind(request: FactfindItem | undefined): FactfindItem {
  if (!request) throw notFound(TEXTS.none);
  return request;
}

/** Returns the form that the client's people of now are asked. */
export const formFor = ({ facts }: FactfindItem, client: ClientItem): FactfindForm => formOf(facts, ownPeople(client));

/** Returns a section of the form. Throws 400 for one that is not asked. */
export function foundSection(form: FactfindForm, key: string): SectionOf {
  const at = sectionAt(form, key);
  if (!at) throw invalid('section', TEXTS.unknownSection);
  return at;
}

function checked({ sections, dueDate }: NewFactfind, now: Date): SectionId[] {
  const known = sections.filter(isSection);
  if (known.length < sections.length || new Set(known).size < known.length)
    throw invalid('sections', TEXTS.unknownSection);
  checkDue(dueDate, now);
  return known;
}

const withoutAsks = ({ asks: _, ...item }: SectionItem): SectionItem => item;

export const asksRemoved = (item: SectionItem): Write => ({
  update: item,
  change: { set: { asks: undefined }, when: [unchanged('asks', item.asks), unchanged('answers', item.answers)] },
});

/** A client's newest fact-find, read before its answers: later answers make a change of it conflict. */
export interface FactfindFile {
  request: FactfindItem | undefined;
  stored: readonly SectionItem[];
}

export async function readFile(client: ClientItem): Promise<FactfindFile> {
  const request = await readFactfind(client);
  return { request, stored: await readSections(clientIdOf(client)) };
}

/**
 * Starts a fact-find. Answers that are stored already are kept. Throws 409 while another one is under way, or if the
 * client has too many requests.
 */
export async function startFactfind(
  context: ChangeContext<Staff>,
  given: NewFactfind,
  { request: before, stored }: FactfindFile,
  formOfFirm: FormItem | undefined,
): Promise<RequestItem> {
  const { client, now } = context;
  const sections = checked(given, now);
  if (before && !isSettled(before.summary)) throw await refusalOf(context.creation, conflict(TEXTS.underWay));
  const { dueDate: due, message } = given;
  const { own } = toForm(formOfFirm);
  const form = {
    sections,
    people: ownPeople(client).map(({ number }) => number),
    ...(own.length > 0 && sections.includes(OWN_SECTION) && { own }),
  };
  const key = newChildKey(now);
  const item = newRequest(context, {
    key,
    title: TITLE,
    kind: 'facts',
    stage: FACTFIND_STAGE,
    help: message,
    dueDate: due,
    facts: {
      ...form,
      ...progressNow(form, stored.map(withoutAsks), now),
      ...(before && { previous: childKeyOf(before) }),
      ...(before?.facts.copiedAt && { copiedAt: before.facts.copiedAt }),
    },
  });
  const data = { sections: sectionsOf(form).length, due: due ?? null };
  const happened = { action: 'factfind-started', data, ref: idOfChild(item) } as const;
  const pointer = {
    set: { factfind: { request: key }, 'summary/factfind': listedFactfind(item) },
    when: [unchanged('factfind/request', client.factfind?.request)],
  };
  // Questions about an earlier fact-find end with it.
  const askedBefore = stored.filter(({ asks }) => asks);
  const unsettledSince: Write[] = before ? [{ check: before, when: [unchanged('version', before.version)] }] : [];
  await transact([
    ...changeOf(context, happened, together({ add: { 'summary/openRequests': 1 } }, countNew(client, 1), pointer)),
    { put: { ...item } },
    ...unsettledSince,
    ...askedBefore.map(asksRemoved),
  ]);
  return item;
}

/** Counts sections that are done, and open questions of staff about answers that are asked. */
export function progressNow(form: FactfindForm, stored: readonly SectionItem[], now: Date) {
  const { date: today } = londonParts(now);
  const answers = answersIn(stored);
  const asks = sectionsOf(form).flatMap((at) => {
    const open = sectionIn(stored, at.key)?.asks ?? {};
    return askedIn(at, form, answers, today).filter(({ id }) => open[id]);
  });
  return { ...progressOf(form, answers, today), asks: asks.length };
}

/** Adds sections for a person who was added after the start. Changes nothing for one who has some. */
export async function addSectionsFor(
  context: ChangeContext<Staff>,
  number: number,
  { request, stored }: FactfindFile,
): Promise<RequestItem> {
  const { client } = context;
  const before = foundFactfind(request);
  const person = ownPeople(client).find((one) => one.number === number);
  if (!person) throw invalid('person', TEXTS.unknownPerson);
  if (before.facts.people.includes(number)) return before;
  if (isSettled(before.summary)) throw conflict(REQUEST_TEXTS.settled);
  const people = [...before.facts.people, number];
  const form = formFor({ ...before, facts: { ...before.facts, people } }, client);
  const progress = progressNow(form, stored, context.now);
  const happened = {
    action: 'factfind-extended',
    data: { name: person.name },
    ref: idOfChild(before),
  } as const;
  await transact([
    ...changeOf(context, happened, {
      when: [unchanged('summary/people', client.summary.people), isNewest(before)],
    }),
    {
      update: before,
      change: {
        set: {
          'facts/people': people,
          'facts/done': progress.done,
          'facts/of': progress.of,
          'facts/asks': progress.asks,
        },
        add: NEXT_VERSION,
        when: [unchanged('version', before.version)],
      },
    },
  ]);
  const version = before.version + 1;
  return { ...before, version, facts: { ...before.facts, people, ...progress } };
}

/** Returns the fact-find with all answers. Throws 404 if there is none. */
export function viewFactfind(client: ClientItem, { request: newest, stored }: FactfindFile): Factfind {
  const request = foundFactfind(newest);
  const answers = stored.map((item) => [childKeyOf(item), toAnswers(item.answers)] as const);
  const asks = stored.flatMap((item) => (item.asks ? [[childKeyOf(item), item.asks] as const] : []));
  return {
    request: toClientRequest(request),
    people: ownPeople(client),
    answers: Object.fromEntries(answers),
    asks: Object.fromEntries(asks),
  };
}

/** Records that somebody of staff read the answers, once a day and person. */
export async function recordReading(context: ChangeContext<Staff>): Promise<void> {
  const { actor, client, now } = context;
  const { read } = client.factfind ?? {};
  const { date: day } = londonParts(now);
  const by = read?.day === day ? read.by : [];
  if (!client.factfind || by.includes(actor.id)) return;
  const path = 'factfind/read';
  await transact(
    entryWrites(context, { action: 'factfind-read', data: {} }, [unchanged(path, read), ['factfind', 'exists']], {
      [path]: { day, by: [...by, actor.id] },
    }),
  );
}
