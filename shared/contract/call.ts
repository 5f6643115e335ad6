import * as z from 'zod/mini';

/** One Lambda function per resource. */
export const LAMBDAS = [
  'auth',
  'advisers',
  'clients',
  'stages',
  'plans',
  'documents',
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
/** The name of a function. */
export type LambdaName = (typeof LAMBDAS)[number];

/**
 * Who may make a call. There is no default: a line without `allow` does not compile. Besides those of the specification:
 * `half-session`, a person whose password was right and who owes a second factor or a new password; `client-unconfirmed`, a
 * client's link on a device that was not confirmed yet; `must-enrol`, a person who has to set up a second factor first.
 */
export type Caller =
  | 'anonymous'
  | 'half-session'
  | 'client-unconfirmed'
  | 'client'
  | 'must-enrol'
  | 'adviser'
  | 'admin';

/** Any schema. */
export type Schema = z.core.$ZodType;

/**
 * Whom a call is about, by its first path parameter: `client`, a client's id; `child`, the id of what hangs off a client;
 * `nobody`, neither: no client is read. There is no default: a line without `about` does not compile.
 */
export type About = 'nobody' | 'client' | 'child';

/** The parts of a request that decide if it needs a recent re-authentication. */
export interface Asked<B = unknown> {
  /** The parsed body. */
  body: B;
  /** The `Accept` header. */
  accept: string;
}

/** A test of a request for a recent re-authentication; a method, so that each call can type its own body. */
interface Reauthentication {
  isNeeded(asked: Asked): boolean;
}

/** Marks a call that always needs a recent re-authentication. */
export const ALWAYS: Reauthentication = { isNeeded: () => true };
/** Longest id in a path: a sort key holds 1,024 bytes, and the ids of passkeys are the longest. */
export const MAX_ID = 900;
const ID = /^[\w.-]+$/;

/** Returns true if a path parameter has the form of an id. */
export const isId = (param: string) => param.length <= MAX_ID && ID.test(param);

/** One line of the contract. */
export interface Call {
  lambda: LambdaName;
  allow: readonly Caller[];
  about: About;
  status: 200 | 201 | 202 | 204;
  /** JSON body, or 'multipart'. Without it the call takes no body and any that is sent is ignored. */
  body?: Schema | 'multipart';
  /** JSON body when a client makes the call. */
  bodyFromClient?: Schema;
  query?: Schema;
  /**
   * Set where an admin's session must have been made or confirmed within the last hour. PATCH /api/advisers/{id} depends on
   * the stored account too: `changeAccount` decides there.
   */
  reauthentication?: Reauthentication;
  /** Of a GET: it records or marks something, so that no other site may cause it. */
  writes?: true;
  /** What the call answers; 'bytes' for a file, absent where the answer is empty. */
  returns?: Schema | 'bytes';
  /** What a 409 may be, besides a sentence. */
  conflict?: Schema;
}

/** Lines by method and path: each noun has its own, and the contract is all of them. */
export type Calls = Readonly<Record<`${'GET' | 'POST' | 'PATCH' | 'DELETE'} /api/${string}`, Call>>;

/** Who signs in, and who is signed in. */
export const EVERYONE = ['anonymous', 'must-enrol', 'adviser', 'admin'] as const;
/** Whoever is signed in, also while a second factor is still to be set up. */
export const SIGNED_IN = ['must-enrol', 'adviser', 'admin'] as const;
/** Whoever owes something before it is signed in. */
export const HALF_SIGNED_IN = ['half-session'] as const;
/** Advisers and admins. */
export const ADVISERS = ['adviser', 'admin'] as const;
/** Admins alone. */
export const ADMINS = ['admin'] as const;
/** Advisers, admins and the client. */
export const WITH_CLIENT = ['client', 'adviser', 'admin'] as const;
/** The client alone. */
export const CLIENT_ONLY = ['client'] as const;
/** The client on a device that was not confirmed yet. */
export const UNCONFIRMED = ['client-unconfirmed'] as const;

/** A sentence that says it is done. */
export const ok = z.object({ message: z.string() });

const wholeNumber = (max: number) =>
  z.optional(
    z.pipe(
      z.string().check(z.regex(/^[1-9]\d{0,3}$/, `Must be a number from 1 to ${max}`)),
      z.pipe(z.transform(Number), z.number().check(z.lte(max, `Must be a number from 1 to ${max}`))),
    ),
  );

/** The query of a list in pages: at most `max` lines a page, and what else it may have. */
export const pageQuery = <S extends z.core.$ZodShape>(max: number, more: S) =>
  z.strictObject({
    ...more,
    limit: wholeNumber(max),
    cursor: z.optional(z.string().check(z.maxLength(500, 'Unknown cursor'))),
  });
