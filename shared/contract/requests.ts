import * as z from 'zod/mini';
import { optionalOf, staffOnlyOf } from '../nouns/field.ts';
import { REQUEST_FIELDS } from '../nouns/request.ts';
import { OWN_TYPES } from '../rules/factfind-shape.ts';
import { JOURNEY } from '../rules/journey.ts';
import { FACTFIND_LIMITS, LIMITS, REQUEST_LIMITS } from '../rules/limits.ts';
import { REQUEST_TEXTS } from '../rules/request-texts.ts';
import { DECISIONS, needsReason, REQUEST_KINDS, REQUEST_STATES } from '../rules/requests.ts';
import { type Calls, pageQuery } from './call.ts';
import { ADMINS, ADVISERS, CLIENT_ONLY } from './callers.ts';
import {
  day,
  furtherPerson,
  nullableText,
  nullableTexts,
  oneOf,
  requiredLine,
  requiredText,
  stageLink,
  without,
} from './fields.ts';

const UNKNOWN_QUESTION = 'Unknown question';
export const ownQuestion = z.strictObject({
  id: z.string(UNKNOWN_QUESTION).check(z.regex(/^own-[\w-]{8}$/, UNKNOWN_QUESTION)),
  text: requiredLine(FACTFIND_LIMITS.line, 'Write the question'),
  type: oneOf(OWN_TYPES, 'Choose the kind of answer'),
});

const facts = z.object({
  /** Ids of its sections. */
  sections: z.array(z.string()),
  /** Numbers of the people who have sections of their own, the first person first. */
  people: z.array(z.number()),
  /** The firm's own questions, as they were when it was started. */
  own: z.array(ownQuestion),
  /** Sections in which every question has an answer, of all. */
  done: z.number(),
  of: z.number(),
  /** Set once somebody has answered or asked anything. */
  isBegun: z.boolean(),
  /** When it was last handed in (ISO). */
  sentAt: z.nullable(z.string()),
  /** Set if the client handed it in to answer together with the adviser. */
  together: z.boolean(),
  /** Number of questions of staff that the client has not answered. */
  asks: z.number(),
  /** London's day on which it was agreed, and the id of the copy, once staff have accepted it. */
  agreedOn: z.nullable(z.string()),
  documentId: z.nullable(z.string()),
});

const sign = z.object({
  documentId: z.string(),
  /** Number of pages and SHA-256 of the document, as it was when it was asked for. */
  pages: z.number(),
  sha256: z.string(),
  /** Number of the client's person who signs. */
  person: z.number(),
  /** When they opened it first, and when they signed it (ISO). */
  seenAt: z.nullable(z.string()),
  signedAt: z.nullable(z.string()),
  /** Set if the signature completes the stage. */
  completes: z.boolean(),
  signedDocumentId: z.nullable(z.string()),
});

/** Documents, answers or a signature that staff ask a client for. It is no task, and only a signature completes a stage. */
export const documentRequest = z.object({
  id: z.string(),
  clientId: z.string(),
  title: z.string(),
  ...nullableTexts(optionalOf(REQUEST_FIELDS)),
  /** The client's further person who gave the answer; null for the first person. */
  answeredBy: z.nullable(furtherPerson),
  kind: z.enum(REQUEST_KINDS),
  state: z.enum(REQUEST_STATES),
  /** Number of the attempt, from 1. Sending back begins the next one; asking for more does not. */
  round: z.number(),
  /** Number of files of this attempt. */
  files: z.number(),
  /** Sections and progress of a fact-find; null for documents. */
  facts: z.nullable(facts),
  /** Document to sign; null for other requests. */
  sign: z.nullable(sign),
  askedAt: z.string(),
  submittedAt: z.nullable(z.string()),
  decidedAt: z.nullable(z.string()),
  createdAt: z.string(),
  /** Grows with every change, files included. */
  version: z.number(),
});
export type DocumentRequest = z.infer<typeof documentRequest>;

export const clientRequest = z.omit(documentRequest, without(staffOnlyOf(REQUEST_FIELDS)));
export type ClientRequest = z.infer<typeof clientRequest>;

/** Request in the review queue. The requests of its client have all of its texts. */
const inQueue = z.omit(documentRequest, {
  help: true,
  answeredBy: true,
  reason: true,
  waivedReason: true,
  facts: true,
  sign: true,
  decidedAt: true,
});

const requestToReview = z.extend(inQueue, {
  clientName: z.string(),
  adviserId: z.string(),
  adviserName: z.string(),
});
export type RequestToReview = z.infer<typeof requestToReview>;

const title = requiredText(LIMITS.title, 'Title is required');
const help = nullableText(REQUEST_LIMITS.text);
const newItem = z.strictObject({ title, help: z.optional(help), stageId: z.optional(stageLink) });

export const newRequests = z.strictObject({
  items: z
    .array(newItem, 'Name at least one')
    .check(
      z.minLength(1, 'Name at least one'),
      z.maxLength(REQUEST_LIMITS.items, `At most ${REQUEST_LIMITS.items} at a time`),
    ),
  /** Today or later. */
  dueDate: z.optional(z.nullable(day)),
});
export type NewRequests = z.infer<typeof newRequests>;

const version = z.int('Must be the version that was read');

export const requestChange = z.strictObject({
  version,
  title: z.optional(title),
  help: z.optional(help),
  stageId: z.optional(stageLink),
  dueDate: z.optional(z.nullable(day)),
});
export type RequestChange = z.infer<typeof requestChange>;

const decision = z
  .strictObject({ version, decision: oneOf(DECISIONS), reason: z.optional(nullableText(REQUEST_LIMITS.text)) })
  .check(
    z.refine(({ decision: made, reason }) => !needsReason(made) || Boolean(reason), {
      path: ['reason'],
      message: REQUEST_TEXTS.reason,
    }),
  );
export type RequestDecision = z.infer<typeof decision>;

const cannotSend = z.strictObject({ reason: requiredText(REQUEST_LIMITS.text, 'Say why you don’t have it') });

const stageNumbers: readonly number[] = JOURNEY.map(({ number }) => number);

const template = z.strictObject({
  id: z.string('Unknown document').check(z.regex(/^[\w-]{1,40}$/, 'Unknown document')),
  title: requiredLine(LIMITS.title, 'Title is required'),
  help,
  stage: z
    .number('Stage not found')
    .check(z.refine((number: number) => stageNumbers.includes(number), 'Stage not found')),
});

const MOST_TEMPLATES = `At most ${REQUEST_LIMITS.templates} documents`;
const templates = z.array(template, 'Must be a list of documents').check(
  z.maxLength(REQUEST_LIMITS.templates, MOST_TEMPLATES),
  z.refine(
    (list: { id: string }[]) => new Set(list.map(({ id }) => id)).size === list.length,
    'Every id must be different',
  ),
);

/** Documents that the firm usually needs. */
const requestTemplates = z.strictObject({ version, templates });
export type RequestTemplates = z.infer<typeof requestTemplates>;

const ofClient = { lambda: 'requests', allow: ADVISERS, about: 'client' } as const;
const ofRequest = { lambda: 'requests', allow: ADVISERS, about: 'child' } as const;
const byClient = {
  lambda: 'requests',
  allow: CLIENT_ONLY,
  about: 'child',
  status: 200,
  returns: clientRequest,
} as const;

export const requestCalls = {
  'GET /api/clients/{id}/requests': {
    reads: 'requests',
    effect: 'none',
    ...ofClient,
    status: 200,
    returns: z.array(documentRequest),
  },
  'POST /api/clients/{id}/requests': {
    changes: ['summary', 'requests', 'reminders'],
    effect: 'none',
    ...ofClient,
    status: 201,
    body: newRequests,
    returns: z.array(documentRequest),
  },
  'GET /api/requests/review': {
    reads: 'requests',
    effect: 'none',
    lambda: 'requests',
    allow: ADVISERS,
    about: 'nobody',
    status: 200,
    query: pageQuery(500, { adviser: z.optional(z.string()) }),
    returns: z.array(requestToReview),
  },
  'PATCH /api/requests/{id}': {
    changes: ['summary', 'requests', 'reminders'],
    effect: 'none',
    ...ofRequest,
    status: 200,
    body: requestChange,
    returns: documentRequest,
  },
  'DELETE /api/requests/{id}': {
    changes: ['summary', 'requests', 'reminders'],
    effect: 'none',
    ...ofRequest,
    status: 204,
  },
  'POST /api/requests/{id}/decision': {
    changes: ['summary', 'requests', 'reminders'],
    effect: 'none',
    ...ofRequest,
    status: 200,
    body: decision,
    returns: documentRequest,
  },
  'POST /api/requests/{id}/submit': { changes: ['summary', 'requests', 'reminders'], effect: 'none', ...byClient },
  'POST /api/requests/{id}/cannot': {
    changes: ['summary', 'requests', 'reminders'],
    effect: 'none',
    ...byClient,
    body: cannotSend,
  },
  'GET /api/request-templates': {
    reads: 'templates',
    effect: 'none',
    lambda: 'firm',
    allow: ADVISERS,
    about: 'nobody',
    status: 200,
    returns: requestTemplates,
  },
  'PATCH /api/request-templates': {
    changes: ['templates'],
    effect: 'final',
    lambda: 'firm',
    allow: ADMINS,
    about: 'nobody',
    status: 200,
    body: requestTemplates,
    returns: requestTemplates,
  },
} as const satisfies Calls;
