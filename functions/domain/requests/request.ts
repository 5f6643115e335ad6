import type { ClientRequest, DocumentRequest } from '#shared/contract/requests.ts';
import { orNull, withoutStaffOnly } from '#shared/nouns/field.ts';
import { REQUEST_FIELDS } from '#shared/nouns/request.ts';
import type { OwnQuestion } from '#shared/rules/factfind-shape.ts';
import { londonParts } from '#shared/rules/london.ts';
import type { RequestFacts } from '#shared/rules/request-acts.ts';
import { REQUEST_TEXTS } from '#shared/rules/request-texts.ts';
import type { RequestKind, RequestState } from '#shared/rules/requests.ts';
import { type Condition, unchanged } from '../../aws/expressions.ts';
import type { Key, Row } from '../../aws/table.ts';
import { conflict, notFound } from '../../services/errors.ts';
import * as KEYS from '../../services/keys/item-kinds.ts';
import {
  adviserPartition,
  childId,
  childKeyOf,
  clientIdOf,
  getChild,
  idOf,
  idOfChild,
  isOf,
  PREFIX,
  timeOfKey,
} from '../../services/keys/keys.ts';
import type { ClientItem } from '../clients/client.ts';
import { type ShownOfClient, shownOfClient } from '../clients/listed-rows.ts';
import { FIRST_PERSON, type FurtherPerson, numberOf, type Person } from '../clients/person.ts';

interface RequestSummary extends ShownOfClient {
  title: string;
  /** Absent for documents. */
  kind?: Exclude<RequestKind, 'file'>;
  /** Number of the stage. */
  stage?: number;
  state: RequestState;
  attempt: number;
  /** Files of this attempt. */
  files: number;
  /** Files of all attempts, deleted ones included. */
  everFiles: number;
  /** London's day. */
  due?: string;
  /** ISO times. */
  askedAt: string;
  submittedAt?: string;
  /** Copies for the review queue. */
  version?: number;
  answer?: string | undefined;
}

export interface RequestItem extends Key {
  v: 1;
  /** Index keys, until it is settled. */
  gpk?: string;
  gsk?: string;
  /** Optimistic lock. Grows with every change, files included. */
  version: number;
  help?: string;
  reason?: string;
  waivedReason?: string;
  answer?: string;
  answeredBy?: FurtherPerson | undefined;
  decidedAt?: string;
  facts?: {
    /** Ids of sections. */
    sections: readonly string[];
    /** Numbers of the people who have sections of their own. */
    people: readonly number[];
    /** The firm's own questions; absent without any. */
    own?: readonly OwnQuestion[];
    /** Sections in which every question has an answer, of all. */
    done: number;
    of: number;
    /** Set by the first answer. */
    isBegun?: true;
    /** ISO times: when it was last handed in, when the adviser was last told of changes since, and of the last copy. */
    sentAt?: string;
    toldAt?: string;
    copiedAt?: string;
    /** Name of the person who handed it in last. */
    sentBy?: string;
    /** Set if they would rather answer together with the adviser. */
    together?: true | undefined;
    asks?: number;
    /** London's day on which it was agreed, and the key of its copy. Kept while it is asked about again. */
    agreedOn?: string;
    document?: string;
    /** Key of the fact-find before. */
    previous?: string;
  };
  /** Document to sign. Keys are of documents. */
  sign?: {
    document: string;
    sha256: string;
    pages: number;
    /** Bytes. */
    size: number;
    /** Number of the client's person who signs; absent for the first. */
    person?: number;
    /** Set if the signature completes the stage. */
    completes?: true;
    askedBy: string;
    /** When the signer first opened the document (ISO), and when they signed it. */
    seenAt?: string;
    signedAt?: string;
    /** Key of the signed copy. */
    signed?: string;
    /** Keys of the audit entries of asking and opening. */
    entries: { asked: string; read?: string };
  };
  /** When the client's files are handed in automatically (ISO), with the keys of the due index. */
  handInAt?: string;
  dpk?: string;
  dsk?: string;
  summary: RequestSummary;
}

export type RequestRow = Row<RequestSummary>;

/** Sort keys in the list index: requests to review come before those with the client. */
export const REQUEST_ROW = {
  submitted: `${PREFIX.indexedRequest}1#`,
  open: `${PREFIX.indexedRequest}2#`,
} as const;

export const isRequest = (item: Key): item is RequestRow => isOf(KEYS.request, item);

type Placed = Pick<RequestSummary, 'state' | 'due' | 'submittedAt'>;

const isListed = (state: RequestState): state is keyof typeof REQUEST_ROW => state in REQUEST_ROW;

/** Returns a request with what the review queue shows of it, and of its client. */
export const summarised = (request: RequestItem, client: Pick<ClientItem, 'summary'>): RequestItem => {
  const { version, answer, summary } = request;
  return { ...request, summary: { ...summary, version, answer, ...shownOfClient(client, isListed(summary.state)) } };
};

/** Index keys: requests to review by waiting time, those with the client by due date. None once it is settled. */
export function requestIndexKeys({ state, due, submittedAt }: Placed, key: string, adviserId: string) {
  if (!isListed(state)) return { gpk: undefined, gsk: undefined };
  const place = state === 'open' ? (due ?? '9999') : submittedAt;
  return { gpk: adviserPartition(adviserId), gsk: `${REQUEST_ROW[state]}${place}#${key}` };
}

export const kindOf = ({ summary }: { summary: Pick<RequestSummary, 'kind'> }): RequestKind => summary.kind ?? 'file';

export const requestFactsOf = ({
  summary,
  facts,
  sign,
}: Pick<RequestItem, 'facts' | 'sign' | 'summary'>): RequestFacts => ({
  kind: kindOf({ summary }),
  state: summary.state,
  files: summary.files,
  hasContent: summary.everFiles > 0 || facts?.isBegun === true,
  isRead: sign?.seenAt !== undefined,
});

const toFacts = ({ facts, pk }: RequestItem): DocumentRequest['facts'] =>
  facts
    ? {
        sections: [...facts.sections],
        people: [...facts.people],
        own: [...(facts.own ?? [])],
        done: facts.done,
        of: facts.of,
        isBegun: facts.isBegun ?? false,
        sentAt: facts.sentAt ?? null,
        together: facts.together ?? false,
        asks: facts.asks ?? 0,
        agreedOn: facts.agreedOn ?? null,
        documentId: facts.document === undefined ? null : childId(idOf(pk), facts.document),
      }
    : null;

/** Request for a signature. */
export type SignItem = RequestItem & { sign: NonNullable<RequestItem['sign']> };

export const isToSign = (request: RequestItem): request is SignItem => request.sign !== undefined;

export const signerOf = ({ person = FIRST_PERSON }: NonNullable<RequestItem['sign']>): number => person;

const toSign = ({ sign, pk }: RequestItem): DocumentRequest['sign'] =>
  sign
    ? {
        documentId: childId(idOf(pk), sign.document),
        pages: sign.pages,
        sha256: sign.sha256,
        person: signerOf(sign),
        seenAt: sign.seenAt ?? null,
        signedAt: sign.signedAt ?? null,
        completes: sign.completes ?? false,
        signedDocumentId: sign.signed === undefined ? null : childId(idOf(pk), sign.signed),
      }
    : null;

export const toRequest = (item: RequestItem): DocumentRequest => ({
  id: idOfChild(item),
  clientId: clientIdOf(item),
  title: item.summary.title,
  ...orNull(REQUEST_FIELDS, {
    ...item,
    stageId: item.summary.stage === undefined ? undefined : childId(clientIdOf(item), item.summary.stage),
    dueDate: item.summary.due,
  }),
  answeredBy: item.answeredBy ?? null,
  kind: kindOf(item),
  state: item.summary.state,
  round: item.summary.attempt,
  files: item.summary.files,
  facts: toFacts(item),
  sign: toSign(item),
  askedAt: item.summary.askedAt,
  submittedAt: item.summary.submittedAt ?? null,
  decidedAt: item.decidedAt ?? null,
  createdAt: timeOfKey(childKeyOf(item)),
  version: item.version,
});

export const toClientRequest = (item: RequestItem): ClientRequest => withoutStaffOnly(REQUEST_FIELDS, toRequest(item));

/** Returns the condition that no newer fact-find was started. */
export const isNewest = (request: RequestItem): Condition => unchanged('factfind/request', childKeyOf(request));

/** Returns the state of a fact-find for lists of clients. */
export function listedFactfind({ summary, facts, decidedAt }: RequestItem): ClientItem['summary']['factfind'] {
  if (!facts) return undefined;
  const { state, askedAt, submittedAt = askedAt } = summary;
  const since = { open: askedAt, submitted: submittedAt, approved: decidedAt, waived: decidedAt }[state] ?? askedAt;
  const on = (state === 'approved' && facts.agreedOn) || londonParts(new Date(since)).date;
  return { state, on };
}

/** Throws 409 if a document is to be signed by another of the client's people. */
export function checkSigner({ sign }: Pick<RequestItem, 'sign'>, person: Person | undefined): void {
  if (sign && person && signerOf(sign) !== numberOf(person)) throw conflict(REQUEST_TEXTS.otherSigner);
}

export const readRequest = (id: string) => getChild<RequestItem>(PREFIX.request, id);

/** Returns those that were not deleted since; undefined if none is left. */
export async function createdRequests(ids: readonly string[]): Promise<RequestItem[] | undefined> {
  const left = (await Promise.all(ids.map(readRequest))).filter((request) => request !== undefined);
  return left.length > 0 ? left : undefined;
}

export function foundRequest(request: RequestItem | undefined): RequestItem {
  if (!request) throw notFound('Request not found');
  return request;
}

/** Throws 409 unless the caller has seen the current version. */
export function checkRequestVersion(request: RequestItem, version: number): void {
  if (request.version !== version) throw conflict(REQUEST_TEXTS.changed);
}
