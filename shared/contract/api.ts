import type * as z from 'zod/mini';
import { ownAccountCalls } from './account.ts';
import { accountCalls } from './advisers.ts';
import type { Calls, LambdaName, Schema } from './call.ts';
import { clientCalls } from './clients.ts';
import { deviceCalls } from './devices.ts';
import { documentCalls } from './documents.ts';
import { firmCalls } from './firm.ts';
import { insightCalls } from './insight.ts';
import { journeyCalls } from './journey.ts';
import { loaCalls } from './loas.ts';
import { messageCalls } from './messages.ts';
import { notificationCalls } from './notifications.ts';
import { portalCalls } from './portal.ts';
import { reminderCalls } from './reminders.ts';
import { requestCalls } from './requests.ts';
import { taskCalls } from './tasks.ts';
import { todayCalls } from './today.ts';
import { uploadCalls } from './uploads.ts';
import { viewCalls } from './views.ts';

/** The HTTP contract as data: routes, handlers, the web client and the access test all read it. */
export const api = {
  ...accountCalls,
  ...ownAccountCalls,
  ...clientCalls,
  ...viewCalls,
  ...journeyCalls,
  ...documentCalls,
  ...uploadCalls,
  ...loaCalls,
  ...requestCalls,
  ...reminderCalls,
  ...taskCalls,
  ...messageCalls,
  ...deviceCalls,
  ...portalCalls,
  ...notificationCalls,
  ...firmCalls,
  ...todayCalls,
  ...insightCalls,
} as const satisfies Calls;

export type CallName = keyof typeof api;
export type CallsOf<L extends LambdaName> = {
  [C in CallName]: (typeof api)[C]['lambda'] extends L ? C : never;
}[CallName];

export type ParamNames<C extends string> = C extends `${string}{${infer P}}${infer Rest}`
  ? P | ParamNames<Rest>
  : never;

type Parsed<S> = S extends Schema ? z.infer<S> : never;
type Field<C, K extends string> = C extends { [k in K]: infer S } ? S : never;

export type InputOf<C extends CallName> = (typeof api)[C] extends { body: infer S extends Schema }
  ? z.input<S>
  : undefined;
/** Parsed body of a handler: either form for calls that clients make too. */
export type BodyOf<C extends CallName> =
  | Parsed<Field<(typeof api)[C], 'body'>>
  | Parsed<Field<(typeof api)[C], 'bodyFromClient'>>;
export type QueryOf<C extends CallName> = Parsed<Field<(typeof api)[C], 'query'>>;
export type AnswerOf<C extends CallName> = (typeof api)[C] extends { returns: infer S extends Schema }
  ? z.infer<S>
  : undefined;
