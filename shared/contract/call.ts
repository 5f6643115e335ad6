import * as z from 'zod/mini';
import type { Caller } from './callers.ts';

export const LAMBDAS = [
  'auth',
  'advisers',
  'clients',
  'stages',
  'plans',
  'documents',
  'uploads',
  'requests',
  'factfind',
  'signing',
  'loas',
  'tasks',
  'messages',
  'dashboard',
  'portal',
  'activity',
  'notifications',
  'firm',
  'account',
  'passkeys',
] as const;
export type LambdaName = (typeof LAMBDAS)[number];

export type Schema = z.core.$ZodType;

/** Subject of the first path parameter; no client is read for 'nobody'. */
export type About = 'nobody' | 'client' | 'child';

export interface CallInput<B = unknown> {
  body: B;
  accept: string;
  actor: { id: string; email: string };
  /** Client of a call about one, as stored. */
  client: { adviserId: string; email: string; phone?: string | undefined } | undefined;
}

/**
 * Effect of a call that somebody at another's session could make. It decides who must prove their identity first
 * (`functions/pipeline/access.ts`). A call whose input is a proof itself, such as a password, has none.
 * - `way-in`: somebody can sign in or open a portal who could not before.
 * - `reached`: clients, providers or staff are contacted elsewhere than before.
 * - `final`: cannot be undone. Data that left as a file cannot be taken back.
 * - `erased`: everything about a client is gone.
 */
export type Effect = 'way-in' | 'reached' | 'final' | 'erased' | 'none';

/** A method, so that each call can type its own body. */
interface DependingEffect {
  of(input: CallInput): Effect;
}

export const effectOf = ({ effect }: Pick<Call, 'effect'>, input: CallInput): Effect =>
  typeof effect === 'string' ? effect : effect.of(input);
/** Longest id in a path: a sort key holds 1,024 bytes, and the ids of passkeys are the longest. */
export const MAX_ID = 900;
const ID = /^[\w.-]+$/;

export const isId = (param: string) => param.length <= MAX_ID && ID.test(param);

/** Something that pages show. A change of a topic refetches the reads of it that are on the screen. */
export type Topic =
  /** Shown on the client's page, in their audit log and in lists of clients. */
  | 'summary'
  | 'client'
  | 'activity'
  | 'lists'
  | 'today'
  | 'insight'
  | 'stages'
  | 'plans'
  | 'documents'
  | 'requests'
  | 'factfind'
  | 'risk'
  | 'loas'
  | 'tasks'
  | 'messages'
  | 'reminders'
  | 'devices'
  | 'people'
  | 'portal'
  | 'advisers'
  | 'me'
  | 'account'
  | 'sessions'
  | 'preferences'
  | 'notices'
  | 'unread'
  | 'views'
  | 'settings'
  | 'templates'
  | 'factfind-form'
  | 'providers';

export interface Call {
  /** Topics of a read that pages keep and refetch. */
  reads?: Topic | readonly Topic[];
  /** Topics that a call changes, also a GET that writes. */
  changes?: readonly Topic[];
  lambda: LambdaName;
  allow: readonly Caller[];
  about: About;
  status: 200 | 201 | 202 | 204 | 303;
  /** JSON body, a form with a file, or part of a file. Without it, any body is ignored. */
  body?: Schema | 'multipart' | 'bytes';
  bodyFromClient?: Schema;
  query?: Schema;
  effect: Effect | DependingEffect;
  /** Refuses colleagues of the client's adviser. */
  ownOnly?: true;
  /** Marks a GET with a side effect, which other sites must not trigger. */
  writes?: true;
  /** Takes requests from pages of other sites: a key in the path is the permission, and no cookie counts. */
  fromAnySite?: true;
  returns?: Schema | 'bytes';
  conflict?: Schema;
}

/** Every call that is no read says what it changes. */
export type Calls = Readonly<
  Record<`${'GET' | 'HEAD'} /api/${string}`, Call> &
    Record<`${'POST' | 'PATCH' | 'DELETE'} /api/${string}`, Call & { changes: readonly Topic[] }>
>;

export const takesCsv = (accept: string) => accept.toLowerCase().includes('text/csv');

/** A list as CSV leaves the product; as JSON it is read on a page. */
export const ofExport = { of: ({ accept }: CallInput): Effect => (takesCsv(accept) ? 'final' : 'none') };

export const ok = z.object({ message: z.string() });

const wholeNumber = (max: number) =>
  z.optional(
    z.pipe(
      z.string().check(z.regex(/^[1-9]\d{0,3}$/, `Must be a number from 1 to ${max}`)),
      z.pipe(z.transform(Number), z.number().check(z.lte(max, `Must be a number from 1 to ${max}`))),
    ),
  );

export const pageQuery = <S extends z.core.$ZodShape>(max: number, more: S) =>
  z.strictObject({
    ...more,
    limit: wholeNumber(max),
    cursor: z.optional(z.string().check(z.maxLength(500, 'Unknown cursor'))),
  });
