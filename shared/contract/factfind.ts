import * as z from 'zod/mini';
import { FACTFIND_LIMITS, REQUEST_LIMITS } from '../rules/limits.ts';
import { REQUEST_TEXTS } from '../rules/request-texts.ts';
import { type Calls, ofExport } from './call.ts';
import { ADVISERS, WITH_CLIENT } from './callers.ts';
import { document } from './documents.ts';
import { day, nullableText, requiredLine, requiredText } from './fields.ts';
import { clientRequest, documentRequest } from './requests.ts';

const row = z.catchall(z.object({ id: z.string() }), z.union([z.string(), z.number()]));
/** Its form depends on the type of the question, which the rules check. */
const value = z.union(
  [z.string(), z.number(), z.boolean(), z.array(z.string()), z.array(row)],
  'This is no answer to the question',
);

const ANSWER_STATES = ['unknown', 'talk'] as const;

/** Without `v` and `s`, the question has no answer. */
const givenAnswer = z.object({
  v: z.optional(value),
  /** The client doesn’t know, or would rather talk about it. */
  s: z.optional(z.enum(ANSWER_STATES)),
  /** Number of the person of the client who gave it; null for staff. */
  by: z.nullable(z.number()),
  /** Name of the person who gave it, and when (ISO). */
  name: z.string(),
  at: z.string(),
  /** Why staff corrected the value before. */
  reason: z.optional(z.string()),
});

/** Answer to one question. */
const answer = z.extend(givenAnswer, {
  /** Number of its changes: a save names the one that it replaces. */
  n: z.number(),
  /** Former values since the fact-find was first sent, oldest first. */
  was: z.array(givenAnswer),
});
export type FactfindAnswer = z.infer<typeof answer>;

/** Answers by the id of their question. */
const answersById = z.record(z.string(), answer);

const factfind = z.object({
  request: clientRequest,
  /** People who may have sections of their own, the first person first. */
  people: z.array(z.object({ number: z.number(), name: z.string() })),
  /** By section: its id, and for further people a dot and their number, as in "you.2". */
  answers: z.record(z.string(), answersById),
  /** Questions of staff that the client has not answered, by section and question. */
  asks: z.record(z.string(), z.record(z.string(), z.object({ text: z.string(), name: z.string(), at: z.string() }))),
});
export type Factfind = z.infer<typeof factfind>;

const UNKNOWN_SECTION = 'Unknown section';
const sectionId = z.string(UNKNOWN_SECTION).check(z.regex(/^[a-z]{2,20}$/, UNKNOWN_SECTION));
/** "family", or "you.2" for the second person's "you". */
const sectionKey = z.string(UNKNOWN_SECTION).check(z.regex(/^[a-z]{2,20}(\.\d{1,3})?$/, UNKNOWN_SECTION));
const UNKNOWN_QUESTION = 'Unknown question';
const questionId = z.string(UNKNOWN_QUESTION).check(z.regex(/^([a-zA-Z]{1,20}|own-[\w-]{8})$/, UNKNOWN_QUESTION));

const newFactfind = z.strictObject({
  sections: z.array(sectionId, 'Choose at least one section').check(z.minLength(1, 'Choose at least one section')),
  /** Today or later. */
  dueDate: z.optional(z.nullable(day)),
  message: z.optional(nullableText(REQUEST_LIMITS.text)),
});
export type NewFactfind = z.infer<typeof newFactfind>;

const { answersAtOnce } = FACTFIND_LIMITS;
const saved = z.strictObject({
  /** Key of the section, as in the answers that were read. */
  section: sectionKey,
  answers: z
    .array(
      z.strictObject({
        key: questionId,
        /** Number of the answer that this one replaces, 0 without one. */
        n: z.int('Must be the number that was read'),
        /** Null removes the answer. */
        v: z.optional(z.nullable(value)),
        s: z.optional(z.enum(ANSWER_STATES, 'Must be “unknown” or “talk”')),
        /** Staff say why they correct an answer that the client has sent. */
        reason: z.optional(requiredLine(FACTFIND_LIMITS.line, REQUEST_TEXTS.whyCorrected)),
      }),
      'Must be a list of answers',
    )
    .check(
      z.minLength(1, 'Must be a list of answers'),
      z.maxLength(answersAtOnce, `At most ${answersAtOnce} answers at a time`),
    ),
});
export type SavedAnswers = z.infer<typeof saved>;

const version = z.int('Must be the version that was read');

const asked = z
  .strictObject({
    version,
    asks: z
      .array(
        z.strictObject({
          section: sectionKey,
          key: questionId,
          text: requiredText(FACTFIND_LIMITS.ask, 'Write your question'),
        }),
        'Must be a list of questions',
      )
      .check(z.maxLength(answersAtOnce, `At most ${answersAtOnce} questions at a time`)),
    /** Says why it is opened again, if nothing is asked. */
    reason: z.optional(nullableText(REQUEST_LIMITS.text)),
  })
  .check(
    z.refine(({ asks, reason }) => asks.length > 0 || Boolean(reason), {
      path: ['reason'],
      message: REQUEST_TEXTS.reason,
    }),
  );
export type AskedBack = z.infer<typeof asked>;

const accepted = z.strictObject({
  version,
  /** London's day on which staff agreed their own answers with the client. */
  agreedOn: z.optional(z.nullable(day)),
});
export type AcceptedFactfind = z.infer<typeof accepted>;

const ofClient = { lambda: 'factfind', about: 'client', effect: 'none' } as const;

export const factfindCalls = {
  'POST /api/clients/{id}/factfind': {
    changes: ['summary', 'requests', 'reminders', 'factfind'],
    ...ofClient,
    allow: ADVISERS,
    status: 201,
    body: newFactfind,
    returns: documentRequest,
  },
  'GET /api/clients/{id}/factfind': {
    reads: ['factfind', 'requests'],
    ...ofClient,
    effect: ofExport,
    allow: WITH_CLIENT,
    status: 200,
    // The first time a day that somebody of staff opens it is recorded, and every export.
    writes: true,
    returns: factfind,
  },
  'PATCH /api/clients/{id}/factfind': {
    changes: [],
    ...ofClient,
    allow: WITH_CLIENT,
    status: 200,
    body: saved,
    returns: z.object({ answers: answersById, request: clientRequest }),
    /** Answers that somebody else changed meanwhile. Nothing was saved. */
    conflict: z.object({ message: z.string(), answers: z.optional(answersById) }),
  },
  'POST /api/clients/{id}/factfind/ask': {
    changes: ['summary', 'requests', 'reminders', 'factfind'],
    ...ofClient,
    allow: ADVISERS,
    status: 200,
    body: asked,
    returns: documentRequest,
  },
  'POST /api/clients/{id}/factfind/accept': {
    changes: ['summary', 'requests', 'reminders', 'documents', 'factfind'],
    ...ofClient,
    allow: ADVISERS,
    status: 201,
    body: accepted,
    returns: z.object({ request: documentRequest, document }),
  },
  'POST /api/clients/{id}/factfind/people': {
    changes: ['summary', 'requests', 'factfind'],
    ...ofClient,
    allow: ADVISERS,
    status: 200,
    body: z.strictObject({ person: z.int('Must be the number of a person') }),
    returns: documentRequest,
  },
} as const satisfies Calls;
