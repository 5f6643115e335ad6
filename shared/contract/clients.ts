import * as z from 'zod/mini';
import { listColumnsOf, listSortOf, listViewOf } from '../rules/client-list.ts';
import { CLIENT_FILTERS, CLIENT_STATUSES, MAIL_PROBLEMS, STEP_UPS } from '../rules/clients.ts';
import { CLIENT_ACCESS } from '../rules/colleagues.ts';
import { LIMITS, MAX_CHOSEN } from '../rules/limits.ts';
import { WHO } from '../rules/open-kinds.ts';
import { PERSON_KINDS } from '../rules/persons.ts';
import { REQUEST_STATES } from '../rules/requests.ts';
import { type CallInput, type Calls, type Effect, ofExport, ok, pageQuery } from './call.ts';
import { ADMINS, ADVISERS } from './callers.ts';
import {
  emailAddress,
  flag,
  link,
  newPhone,
  nullableText,
  oneOf,
  pastDay,
  personName,
  requiredLine,
  wholePounds,
} from './fields.ts';

/** Charges in whole pounds and days as `YYYY-MM-DD`. */
const advice = z.object({
  initial: z.nullable(z.number()),
  /** A year. */
  ongoing: z.nullable(z.number()),
  /** How the charges are worked out. */
  how: z.nullable(z.string()),
  agreedOn: z.nullable(z.string()),
  givenOn: z.nullable(z.string()),
  about: z.nullable(z.string()),
});

export type Advice = z.infer<typeof advice>;

const known = z.object({
  id: z.string(),
  adviserId: z.string(),
  adviserName: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  description: z.nullable(z.string()),
  status: z.enum(CLIENT_STATUSES),
  completed: z.boolean(),
  completedAt: z.nullable(z.string()),
  createdAt: z.string(),
  cashcalcLink: z.nullable(z.string()),
  intellifloLink: z.nullable(z.string()),
  dynamicPlannerLink: z.nullable(z.string()),
  pipedriveLink: z.nullable(z.string()),
  progress: z.number(),
  currentStage: z.string(),
  /** ISO time at which the current stage was started; null if none is in progress. */
  stageSince: z.nullable(z.string()),
  lastUpdate: z.string(),
  unread: z.number(),
  stuckSince: z.nullable(z.string()),
  /** Charges and advice, for staff only; null if nothing is noted. */
  advice: z.nullable(advice),
  openAdviserTasks: z.number(),
  openClientTasks: z.number(),
  /** Requests that wait for the client. */
  openRequests: z.number(),
  /** Requests that the client has handed in. */
  requestsToReview: z.number(),
  /** State of the newest fact-find, with London's day on which it came about. */
  factfind: z.nullable(z.object({ state: z.enum(REQUEST_STATES), on: z.string() })),
  /** Letters of authority under way. */
  openLoas: z.number(),
  /** ISO time at which the client last opened the portal, the first of that day. */
  lastVisit: z.nullable(z.string()),
  /** Reminder emails since then. */
  reminders: z.number(),
  /** People of the client besides the first. */
  people: z.array(z.object({ name: z.string(), email: z.string(), kind: z.enum(PERSON_KINDS) })),
});

export const client = z.extend(known, {
  /** Adviser, client or provider, as far as they have something to do. */
  waitingFor: z.array(z.enum(WHO)),
});

export type Client = z.infer<typeof client>;

/** Link of somebody to a client's page. ISO times. */
export const portalLink = z.object({
  issuedAt: z.string(),
  /** Time at which this link was last emailed by staff or after a renewal. */
  mailedAt: z.nullable(z.string()),
  usedAt: z.nullable(z.string()),
  endsAt: z.nullable(z.string()),
});

export const fullClient = z.extend(known, {
  /** How the reader has come to know of the client. */
  access: z.enum(CLIENT_ACCESS),
  mailProblem: z.nullable(z.enum(MAIL_PROBLEMS)),
  portalSuspended: z.boolean(),
  /** Overrides the firm's `portal.stepUp`. */
  stepUp: z.enum(STEP_UPS),
  stepUpReason: z.nullable(z.string()),
  link: portalLink,
});

export type FullClient = z.infer<typeof fullClient>;

const changedClient = z.extend(fullClient, {
  /** Set if the old link was revoked: it was mailed to an address that was corrected, or `renewLink` was sent. */
  linkRenewed: z.optional(z.literal(true)),
});

export const createdClient = z.extend(fullClient, {
  token: z.string(),
  /** Only set if `emailLink` was true. */
  linkEmailed: z.optional(z.boolean()),
});

const fields = {
  name: personName(),
  email: emailAddress(),
  phone: z.optional(nullableText(LIMITS.phone)),
  adviserId: z.optional(requiredLine(LIMITS.name, 'Please select an adviser')),
};

export const newClient = z.strictObject({
  ...fields,
  phone: newPhone(),
  emailLink: z.optional(flag),
});

const MAX_CHARGE_POUNDS = 10_000_000;

const charge = z.nullable(wholePounds(MAX_CHARGE_POUNDS));

export const adviceChange = z.partial(
  z.strictObject({
    initial: charge,
    ongoing: charge,
    how: nullableText(LIMITS.title),
    /** Required with a charge. */
    agreedOn: pastDay,
    givenOn: pastDay,
    about: nullableText(LIMITS.title),
  }),
);

export type AdviceChange = z.infer<typeof adviceChange>;

export const clientChange = z.partial(
  z.strictObject({
    ...fields,
    status: oneOf(CLIENT_STATUSES),
    description: nullableText(),
    /** With `description`: the notes as they were opened. Answers 409 if they changed since. */
    descriptionWas: nullableText(),
    completed: flag,
    portalSuspended: flag,
    stepUp: oneOf(STEP_UPS),
    stepUpReason: nullableText(LIMITS.title),
    /** With `adviserId`: replaces and emails the link, because the former adviser knows it. */
    renewLink: flag,
    cashcalcLink: link,
    intellifloLink: link,
    dynamicPlannerLink: link,
    pipedriveLink: link,
    /** Changes the fields that are sent. */
    advice: adviceChange,
  }),
);

export type ClientChange = z.infer<typeof clientChange>;

/** 409 to a PATCH with `descriptionWas`: the current notes. */
export const notesConflict = z.object({ message: z.string(), description: z.nullable(z.string()) });

export const dashboardStats = z.object({
  totalClients: z.number(),
  urgentClients: z.number(),
  overdueClients: z.number(),
  onTargetClients: z.number(),
  activeJourneys: z.number(),
  pendingAdviserActions: z.number(),
  pendingClientActions: z.number(),
});

/** Ids with commas between them. */
const chosenIds = z
  .string()
  .check(
    z.regex(
      new RegExp(`^[\\w-]{22}(,[\\w-]{22}){0,${MAX_CHOSEN - 1}}$`),
      `Must be at most ${MAX_CHOSEN} ids of clients with commas between them`,
    ),
  );

const givesToAnother = ({ body, actor }: CallInput<z.infer<typeof newClient>>): Effect =>
  body.adviserId === undefined || body.adviserId === actor.id ? 'none' : 'way-in';

/** Decides by what differs from the stored client, as forms send unchanged fields too. */
function ofClientChange({ body, client }: CallInput<ClientChange>): Effect {
  const isReassigned = body.adviserId !== undefined && body.adviserId !== client?.adviserId;
  const isOpened = (body.stepUp !== undefined && body.stepUp !== 'on') || body.portalSuspended === false;
  if (isReassigned || isOpened) return 'way-in';
  const isMoved = body.email !== undefined && body.email !== client?.email;
  const isRung = body.phone !== undefined && (body.phone ?? undefined) !== client?.phone;
  return isMoved || isRung ? 'reached' : 'none';
}

const ofClient = { lambda: 'clients', allow: ADVISERS, about: 'client' } as const;
const ofAll = { lambda: 'clients', allow: ADVISERS, about: 'nobody' } as const;

export const clientCalls = {
  'GET /api/clients': {
    reads: ['summary', 'lists'],
    effect: ofExport,
    ...ofAll,
    status: 200,
    query: pageQuery(1000, {
      filter: z.optional(oneOf(CLIENT_FILTERS)),
      q: z.optional(z.string().check(z.maxLength(1000, 'Search for a shorter text'))),
      adviser: z.optional(z.string().check(z.regex(/^[\w-]{1,50}$/, 'This adviser does not exist'))),
      ids: z.optional(chosenIds),
      // The rest of the list's address, only for CSV. `view` changes nothing.
      sort: z.optional(z.string().check(z.refine((sort) => listSortOf(sort) !== undefined, 'Unknown column'))),
      view: z.optional(z.string().check(z.refine((view) => listViewOf(view) !== undefined, 'Unknown view'))),
      columns: z.optional(z.string().check(z.refine((ids) => listColumnsOf(ids) !== undefined, 'Unknown column'))),
    }),
    writes: true,
    returns: z.array(client),
  },
  'POST /api/clients': {
    changes: ['lists'],
    effect: { of: givesToAnother },
    ...ofAll,
    status: 201,
    body: newClient,
    returns: createdClient,
  },
  'GET /api/clients/{id}': {
    reads: ['summary', 'client'],
    effect: 'none',
    ...ofClient,
    status: 200,
    returns: fullClient,
  },
  'PATCH /api/clients/{id}': {
    changes: ['summary', 'devices', 'reminders'],
    effect: { of: ofClientChange },
    ...ofClient,
    status: 200,
    body: clientChange,
    returns: changedClient,
    conflict: notesConflict,
  },
  /** A refetch about the deleted client would fail with 404. */
  'DELETE /api/clients/{id}': { changes: ['lists'], effect: 'erased', ...ofClient, ownOnly: true, status: 204 },
  'GET /api/clients/{id}/token': {
    changes: ['summary'],
    effect: 'way-in',
    ...ofClient,
    status: 200,
    writes: true,
    returns: z.object({ token: z.string() }),
  },
  'POST /api/clients/{id}/token/regenerate': {
    changes: ['summary', 'devices'],
    effect: 'way-in',
    lambda: 'clients',
    allow: ADMINS,
    about: 'client',
    status: 200,
    returns: z.object({ token: z.string() }),
  },
  'POST /api/clients/{id}/send-portal-link': {
    changes: ['summary'],
    effect: 'none',
    ...ofClient,
    status: 200,
    returns: ok,
  },
  'GET /api/dashboard/stats': {
    reads: ['summary', 'lists'],
    effect: 'none',
    lambda: 'dashboard',
    allow: ADVISERS,
    about: 'nobody',
    status: 200,
    returns: dashboardStats,
  },
} as const satisfies Calls;
