import type { AcceptedFactfind } from '#shared/contract/factfind.ts';
import { sectionsOf } from '#shared/rules/factfind.ts';
import { isByStaff, needsAgreement } from '#shared/rules/factfind-agreement.ts';
import { londonParts } from '#shared/rules/london.ts';
import { resultOfAct } from '#shared/rules/request-acts.ts';
import { sayLongDay } from '#shared/rules/say-date.ts';
import { together, unchanged } from '../../aws/expressions.ts';
import { get, type Write } from '../../aws/table.ts';
import { conflict, invalid } from '../../services/errors.ts';
import { childKeyOf, clientIdOf, idOfChild, newChildKey, PREFIX } from '../../services/keys/keys.ts';
import { firmOfClients, type Settings } from '../../services/settings.ts';
import type { Staff } from '../accounts/session.ts';
import type { ClientItem } from '../clients/client.ts';
import type { ChangeContext } from '../clients/client-writes.ts';
import { ownPeople } from '../clients/person.ts';
import type { DocumentItem } from '../documents/document-item.ts';
import { type FileLink, fileHashOf, uploadDocument } from '../documents/documents.ts';
import { checkRequestVersion, isNewest, type RequestItem, requestFactsOf } from '../requests/request.ts';
import { countStates, endedHelp, factfindShown, placed } from '../requests/request-change.ts';
import { copyOf } from './copy.ts';
import { asksRemoved, type FactfindFile, type FactfindItem, formFor, foundFactfind } from './factfind.ts';
import { answersIn, type SectionItem, sectionIn, sectionKey } from './section-item.ts';

const TEXTS = {
  agreedOn: 'Say when you agreed these answers with the client',
  laterDay: 'Choose today or an earlier day',
} as const;

const PLAIN_TEXT = { type: 'text/plain', preview: true } as const;

export interface Accepted {
  request: RequestItem;
  document: DocumentItem;
}

const readCopy = ({ pk, facts }: FactfindItem) =>
  facts.document === undefined ? undefined : get<DocumentItem>({ pk, sk: PREFIX.document + facts.document });

/** Returns all answers, also those that were removed. */
const answersOf = (stored: readonly SectionItem[]) => stored.flatMap(({ answers }) => Object.values(answers));

/** Returns the day of the agreement. Throws 400 for a later one, or without one if staff answered since the client last sent. */
function agreedDay(
  { agreedOn }: AcceptedFactfind,
  { facts }: FactfindItem,
  stored: readonly SectionItem[],
  today: string,
): string {
  if (agreedOn && agreedOn > today) throw invalid('agreedOn', TEXTS.laterDay);
  if (!agreedOn && needsAgreement(answersOf(stored), facts)) throw invalid('agreedOn', TEXTS.agreedOn);
  return agreedOn ?? today;
}

/** Throws 409 unless the client has sent it, or staff gave every answer. */
function checkAcceptable(request: FactfindItem, stored: readonly SectionItem[]): void {
  const result = resultOfAct('accept', { ...requestFactsOf(request), isByStaff: isByStaff(answersOf(stored)) });
  if ('refused' in result) throw conflict(result.refused);
}

/** Returns checks that no answer changed since it was read. Once it is sent, every change is a new version of the request. */
function asRead(request: FactfindItem, client: ClientItem, stored: readonly SectionItem[]): Write[] {
  if (request.summary.state !== 'open') return [];
  const form = formFor(request, client);
  return sectionsOf(form).flatMap(({ key }) => {
    const item = sectionIn(stored, key);
    if (item?.asks) return [];
    return [{ check: sectionKey(clientIdOf(client), key), when: [unchanged('answers', item?.answers)] }];
  });
}

/**
 * Accepts the answers, and stores the dated copy that both sides keep, in one transaction. A repeat returns the copy.
 * Throws 400 without the day of an agreement that is needed, 409 for another version or before it was sent.
 */
export async function acceptFactfind(
  context: ChangeContext<Staff>,
  given: FactfindFile,
  body: AcceptedFactfind,
  settings: Settings,
): Promise<Accepted> {
  const { actor, client, now } = context;
  const before = foundFactfind(given.request);
  const { stored } = given;
  const copied = before.summary.state === 'approved' ? await readCopy(before) : undefined;
  if (copied) return { request: before, document: copied };
  checkAcceptable(before, stored);
  checkRequestVersion(before, body.version);
  const { date: today } = londonParts(now);
  const agreedOn = agreedDay(body, before, stored, today);
  const { sentAt, sentBy, copiedAt, together: isTogether } = before.facts;
  const acceptedAt = now.toISOString();
  const text = copyOf(
    {
      firm: firmOfClients(settings),
      people: ownPeople(client),
      form: formFor(before, client),
      answers: answersIn(stored),
      sentBy,
      sentAt,
      isTogether,
      agreedOn,
      acceptedBy: actor.name,
      acceptedAt,
      copiedAt,
    },
    today,
  );
  const bytes = Buffer.from(text);
  const key = newChildKey(now);
  const { reason: _, ...rest } = before;
  const after = placed(
    {
      ...rest,
      version: before.version + 1,
      decidedAt: acceptedAt,
      facts: { ...before.facts, asks: 0, agreedOn, document: key, copiedAt: acceptedAt },
      summary: {
        ...before.summary,
        state: 'approved',
        submittedAt: before.summary.submittedAt ?? acceptedAt,
        files: before.summary.files + 1,
        everFiles: before.summary.everFiles + 1,
      },
    },
    client,
  );
  const { title, stage, attempt, state } = before.summary;
  const ref = idOfChild(before);
  const link: FileLink = {
    document: { request: childKeyOf(before), attempt, agreed: true },
    entry: { request: { id: ref, title } },
    stage,
    writes: [
      { put: { ...after }, when: [unchanged('version', before.version)] },
      ...stored.filter(({ asks }) => asks).map(asksRemoved),
      ...asRead(before, client, stored),
    ],
    change: together(countStates(state, 'approved'), factfindShown(context, after), endedHelp(context, before), {
      when: [isNewest(before)],
    }),
    happened: [{ action: 'factfind-accepted', data: { sha256: fileHashOf(bytes), agreedOn }, ref }],
  };
  const name = `Fact-find ${sayLongDay(agreedOn)}.txt`;
  const file = { key, name, bytes, stageId: undefined, kind: PLAIN_TEXT };
  const document = await uploadDocument(context, file, async () => link);
  return { request: after, document };
}
