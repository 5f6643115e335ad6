import type * as z from 'zod/mini';
import * as account from './account.ts';
import * as advisers from './advisers.ts';
import type { Calls, LambdaName, Schema } from './call.ts';
import * as clients from './clients.ts';
import * as devices from './devices.ts';
import * as documents from './documents.ts';
import * as factfind from './factfind.ts';
import * as factfindForm from './factfind-form.ts';
import * as fieldChange from './field-change.ts';
import * as figures from './figures.ts';
import * as firm from './firm.ts';
import * as journey from './journey.ts';
import * as loas from './loas.ts';
import * as messages from './messages.ts';
import * as notifications from './notifications.ts';
import * as people from './people.ts';
import * as portal from './portal.ts';
import * as reminders from './reminders.ts';
import * as requests from './requests.ts';
import * as risk from './risk.ts';
import * as signing from './signing.ts';
import * as stuck from './stuck.ts';
import * as tasks from './tasks.ts';
import * as today from './today.ts';
import * as uploads from './uploads.ts';
import * as views from './views.ts';

/** Every file of the contract, whose schemas the OpenAPI document names. */
export const FILES = {
  account,
  advisers,
  clients,
  devices,
  documents,
  factfind,
  fieldChange,
  figures,
  firm,
  journey,
  loas,
  messages,
  notifications,
  people,
  portal,
  reminders,
  requests,
  risk,
  signing,
  stuck,
  tasks,
  today,
  uploads,
  views,
};

/** The HTTP contract as data: routes, handlers, the web client and the access test all read it. */
export const api = {
  ...advisers.accountCalls,
  ...account.ownAccountCalls,
  ...clients.clientCalls,
  ...people.peopleCalls,
  ...views.viewCalls,
  ...journey.journeyCalls,
  ...documents.documentCalls,
  ...uploads.uploadCalls,
  ...loas.loaCalls,
  ...requests.requestCalls,
  ...factfind.factfindCalls,
  ...factfindForm.factfindFormCalls,
  ...signing.signingCalls,
  ...risk.riskCalls,
  ...reminders.reminderCalls,
  ...tasks.taskCalls,
  ...messages.messageCalls,
  ...devices.deviceCalls,
  ...portal.portalCalls,
  ...notifications.notificationCalls,
  ...firm.firmCalls,
  ...today.todayCalls,
  ...stuck.stuckCalls,
  ...figures.figuresCalls,
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
