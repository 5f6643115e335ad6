import * as z from 'zod/mini';
import { CLIENT_FILTERS } from '../rules/clients.ts';
import { adviser, adviserChange, credentials, forgottenPassword, passwordReset, registration } from './advisers.ts';
import { client, clientChange, createdClient, dashboardStats, fullClient, newClient } from './clients.ts';
import { document, documentChange } from './documents.ts';
import { oneOf } from './fields.ts';
import { newPlan, plan, stage, stageChange } from './journey.ts';
import { activity, message, newMessage } from './messages.ts';
import { portal } from './portal.ts';
import { clientTask, newTask, pendingTask, task, taskChange, taskChangeByClient } from './tasks.ts';

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
] as const;
/** The name of a function. */
export type LambdaName = (typeof LAMBDAS)[number];

/** Who may make a call. There is no default: a line without `allow` does not compile. */
export type Caller = 'anonymous' | 'client' | 'adviser' | 'admin';

type Schema = z.core.$ZodType;

/**
 * Whom a call is about, by its first path parameter: `client`, a client's id; `child`, the id of what hangs off a client;
 * `nobody`, neither: no client is read. There is no default: a line without `about` does not compile.
 */
export type About = 'nobody' | 'client' | 'child';

/** One line of the contract. */
export interface Call {
  lambda: LambdaName;
  allow: readonly Caller[];
  about: About;
  status: 200 | 201 | 204;
  /** JSON body, or 'multipart'. Without it the call takes no body and any that is sent is ignored. */
  body?: Schema | 'multipart';
  /** JSON body when a client makes the call. */
  bodyFromClient?: Schema;
  query?: Schema;
  /** Of a GET: it records or marks something, so that no other site may cause it. */
  writes?: true;
  /** What the call answers; 'bytes' for a file, absent where the answer is empty. */
  returns?: Schema | 'bytes';
}

const EVERYONE = ['anonymous', 'adviser', 'admin'] as const;
const ADVISERS = ['adviser', 'admin'] as const;
const ADMINS = ['admin'] as const;
const WITH_CLIENT = ['client', 'adviser', 'admin'] as const;
const CLIENT_ONLY = ['client'] as const;

const ok = z.object({ message: z.string() });
const count = z.object({ count: z.number() });
const token = z.object({ token: z.string() });

const wholeNumber = (max: number) =>
  z.optional(
    z.pipe(
      z.string().check(z.regex(/^[1-9]\d{0,3}$/, `Must be a number from 1 to ${max}`)),
      z.pipe(z.transform(Number), z.number().check(z.lte(max, `Must be a number from 1 to ${max}`))),
    ),
  );
const page = (max: number) => ({
  limit: wholeNumber(max),
  cursor: z.optional(z.string().check(z.maxLength(500, 'Unknown cursor'))),
});

/** The HTTP contract as data: routes, handlers, the web client and the access test all read it. */
export const api = {
  'POST /api/auth/register': {
    lambda: 'auth',
    allow: EVERYONE,
    about: 'nobody',
    status: 201,
    body: registration,
    returns: adviser,
  },
  'POST /api/auth/login': {
    lambda: 'auth',
    allow: EVERYONE,
    about: 'nobody',
    status: 200,
    body: credentials,
    returns: adviser,
  },
  'POST /api/auth/forgot-password': {
    lambda: 'auth',
    allow: EVERYONE,
    about: 'nobody',
    status: 200,
    body: forgottenPassword,
    returns: ok,
  },
  'POST /api/auth/reset-password': {
    lambda: 'auth',
    allow: EVERYONE,
    about: 'nobody',
    status: 200,
    body: passwordReset,
    returns: ok,
  },
  'GET /api/auth/me': { lambda: 'auth', allow: ADVISERS, about: 'nobody', status: 200, returns: adviser },
  'POST /api/auth/logout': { lambda: 'auth', allow: EVERYONE, about: 'nobody', status: 204 },

  'GET /api/advisers': { lambda: 'advisers', allow: ADMINS, about: 'nobody', status: 200, returns: z.array(adviser) },
  'PATCH /api/advisers/{id}': {
    lambda: 'advisers',
    allow: ADMINS,
    about: 'nobody',
    status: 200,
    body: adviserChange,
    returns: adviser,
  },
  'DELETE /api/advisers/{id}': { lambda: 'advisers', allow: ADMINS, about: 'nobody', status: 204 },

  'GET /api/clients': {
    lambda: 'clients',
    allow: ADVISERS,
    about: 'nobody',
    status: 200,
    query: z.strictObject({ filter: z.optional(oneOf(CLIENT_FILTERS)), ...page(1000) }),
    returns: z.array(client),
  },
  'POST /api/clients': {
    lambda: 'clients',
    allow: ADVISERS,
    about: 'nobody',
    status: 201,
    body: newClient,
    returns: createdClient,
  },
  'GET /api/clients/{id}': { lambda: 'clients', allow: ADVISERS, about: 'client', status: 200, returns: fullClient },
  'PATCH /api/clients/{id}': {
    lambda: 'clients',
    allow: ADVISERS,
    about: 'client',
    status: 200,
    body: clientChange,
    returns: fullClient,
  },
  'DELETE /api/clients/{id}': { lambda: 'clients', allow: ADVISERS, about: 'client', status: 204 },
  'GET /api/clients/{id}/token': {
    lambda: 'clients',
    allow: ADVISERS,
    about: 'client',
    status: 200,
    writes: true,
    returns: token,
  },
  'POST /api/clients/{id}/token/regenerate': {
    lambda: 'clients',
    allow: ADMINS,
    about: 'client',
    status: 200,
    returns: token,
  },
  'POST /api/clients/{id}/send-portal-link': {
    lambda: 'clients',
    allow: ADVISERS,
    about: 'client',
    status: 200,
    returns: ok,
  },

  'GET /api/clients/{id}/stages': {
    lambda: 'stages',
    allow: ADVISERS,
    about: 'client',
    status: 200,
    returns: z.array(stage),
  },
  'POST /api/clients/{id}/stages/reset': {
    lambda: 'stages',
    allow: ADVISERS,
    about: 'client',
    status: 200,
    returns: z.array(stage),
  },
  'PATCH /api/stages/{stageId}': {
    lambda: 'stages',
    allow: ADVISERS,
    about: 'child',
    status: 200,
    body: stageChange,
    returns: stage,
  },

  'GET /api/stages/{stageId}/plans': {
    lambda: 'plans',
    allow: ADVISERS,
    about: 'child',
    status: 200,
    returns: z.array(plan),
  },
  'POST /api/stages/{stageId}/plans': {
    lambda: 'plans',
    allow: ADVISERS,
    about: 'child',
    status: 201,
    body: newPlan,
    returns: plan,
  },
  'DELETE /api/plans/{id}': { lambda: 'plans', allow: ADVISERS, about: 'child', status: 204 },

  'GET /api/clients/{id}/documents': {
    lambda: 'documents',
    allow: ADVISERS,
    about: 'client',
    status: 200,
    returns: z.array(document),
  },
  'POST /api/clients/{id}/documents': {
    lambda: 'documents',
    allow: WITH_CLIENT,
    about: 'client',
    status: 201,
    body: 'multipart',
    returns: document,
  },
  'GET /api/documents/{id}/download': {
    lambda: 'documents',
    allow: WITH_CLIENT,
    about: 'child',
    status: 200,
    writes: true,
    returns: 'bytes',
  },
  'PATCH /api/documents/{id}': {
    lambda: 'documents',
    allow: ADVISERS,
    about: 'child',
    status: 200,
    body: documentChange,
    returns: document,
  },
  'DELETE /api/documents/{id}': { lambda: 'documents', allow: ADVISERS, about: 'child', status: 204 },

  'GET /api/clients/{id}/tasks': {
    lambda: 'tasks',
    allow: ADVISERS,
    about: 'client',
    status: 200,
    returns: z.array(task),
  },
  'POST /api/clients/{id}/tasks': {
    lambda: 'tasks',
    allow: ADVISERS,
    about: 'client',
    status: 201,
    body: newTask,
    returns: task,
  },
  'GET /api/tasks/pending': {
    lambda: 'tasks',
    allow: ADVISERS,
    about: 'nobody',
    status: 200,
    returns: z.array(pendingTask),
  },
  'GET /api/tasks/pending-count': { lambda: 'tasks', allow: ADVISERS, about: 'nobody', status: 200, returns: count },
  'PATCH /api/tasks/{id}': {
    lambda: 'tasks',
    allow: WITH_CLIENT,
    about: 'child',
    status: 200,
    body: taskChange,
    bodyFromClient: taskChangeByClient,
    returns: z.union([task, clientTask]),
  },
  'DELETE /api/tasks/{id}': { lambda: 'tasks', allow: ADVISERS, about: 'child', status: 204 },

  'GET /api/clients/{id}/messages': {
    lambda: 'messages',
    allow: WITH_CLIENT,
    about: 'client',
    status: 200,
    query: z.strictObject({ before: z.optional(z.string().check(z.regex(/^[\w-]{25}$/, 'Unknown message'))) }),
    writes: true,
    returns: z.array(message),
  },
  'POST /api/clients/{id}/messages': {
    lambda: 'messages',
    allow: WITH_CLIENT,
    about: 'client',
    status: 201,
    body: newMessage,
    returns: message,
  },

  'GET /api/clients/{id}/activity': {
    lambda: 'activity',
    allow: ADVISERS,
    about: 'client',
    status: 200,
    query: z.strictObject(page(1000)),
    returns: z.array(activity),
  },

  'GET /api/dashboard/stats': {
    lambda: 'dashboard',
    allow: ADVISERS,
    about: 'nobody',
    status: 200,
    returns: dashboardStats,
  },
  'GET /api/portal/{token}': { lambda: 'portal', allow: CLIENT_ONLY, about: 'nobody', status: 200, returns: portal },
} as const satisfies Record<string, Call>;

/** 'GET /api/clients/{id}' and its like. */
export type CallName = keyof typeof api;
/** The calls that one function answers. */
export type CallsOf<L extends LambdaName> = {
  [C in CallName]: (typeof api)[C]['lambda'] extends L ? C : never;
}[CallName];

/** The names between braces in a call's path. */
export type ParamNames<C extends string> = C extends `${string}{${infer P}}${infer Rest}`
  ? P | ParamNames<Rest>
  : never;

type Parsed<S> = S extends Schema ? z.infer<S> : never;
type Field<C, K extends string> = C extends { [k in K]: infer S } ? S : never;

/** The body that a call takes, as sent. */
export type InputOf<C extends CallName> = (typeof api)[C] extends { body: infer S extends Schema }
  ? z.input<S>
  : undefined;
/** The parsed body that a handler gets; a call that clients make too gets either form. */
export type BodyOf<C extends CallName> =
  | Parsed<Field<(typeof api)[C], 'body'>>
  | Parsed<Field<(typeof api)[C], 'bodyFromClient'>>;
/** The parsed query string that a handler gets. */
export type QueryOf<C extends CallName> = Parsed<Field<(typeof api)[C], 'query'>>;
/** What a call answers. */
export type AnswerOf<C extends CallName> = (typeof api)[C] extends { returns: infer S extends Schema }
  ? z.infer<S>
  : undefined;
