import * as z from 'zod/mini';
import { MAX_PEOPLE, REQUEST_LIMITS } from '../rules/limits.ts';
import { SIGN_TEXTS } from '../rules/signing.ts';
import { type Calls, ok } from './call.ts';
import { ADVISERS, CLIENT_ONLY } from './callers.ts';
import { deviceCode } from './devices.ts';
import { document, TOPICS_OF_FILES } from './documents.ts';
import { day, flag, nullableText, personName, sha256 } from './fields.ts';
import { clientRequest, documentRequest } from './requests.ts';

const NO_BLANKS = /^[\w+/=]+$/;

/** Picture of a name: one bit a dot, set for ink. Rows come from the top, each filled to a byte; `bits` is base64. */
const mark = z.strictObject(
  {
    width: z.number(SIGN_TEXTS.mark),
    height: z.number(SIGN_TEXTS.mark),
    bits: z.string(SIGN_TEXTS.mark).check(z.regex(NO_BLANKS, SIGN_TEXTS.mark)),
  },
  SIGN_TEXTS.mark,
);
export type SentMark = z.infer<typeof mark>;

const person = z.int(SIGN_TEXTS.person);

const asked = z.strictObject({
  message: z.optional(nullableText(REQUEST_LIMITS.text)),
  /** Today or later. */
  dueDate: z.optional(z.nullable(day)),
  /** Completes the stage of the document once it is signed. */
  completes: z.optional(flag),
  /** Numbers of the client's people who sign, each by a request of their own; the first person without it. */
  people: z.optional(
    z
      .array(person, SIGN_TEXTS.person)
      .check(z.minLength(1, SIGN_TEXTS.person), z.maxLength(1 + MAX_PEOPLE, SIGN_TEXTS.person)),
  ),
});
export type SignatureAsked = z.infer<typeof asked>;

const signature = z.strictObject({
  name: personName(),
  mark,
  /** SHA-256 of the document that the page showed. */
  sha256,
  consent: z.literal(true, SIGN_TEXTS.consent),
  code: deviceCode,
});
export type GivenSignature = z.infer<typeof signature>;

const byClient = { lambda: 'signing', allow: CLIENT_ONLY, about: 'child', effect: 'none' } as const;

export const signingCalls = {
  'POST /api/documents/{id}/sign-request': {
    changes: TOPICS_OF_FILES,
    effect: 'none',
    lambda: 'signing',
    allow: ADVISERS,
    about: 'child',
    status: 201,
    body: asked,
    returns: z.array(documentRequest),
  },
  /** Mails a code for this signature alone. */
  'POST /api/requests/{id}/sign-code': { changes: [], ...byClient, status: 202, returns: ok },
  'POST /api/requests/{id}/sign': {
    changes: TOPICS_OF_FILES,
    ...byClient,
    status: 200,
    body: signature,
    returns: z.object({ request: clientRequest, document }),
    /** With the signed copy, if it is signed already. */
    conflict: z.object({ message: z.string(), documentId: z.optional(z.string()) }),
  },
} as const satisfies Calls;
