import * as z from 'zod/mini';
import { MAIL_PROBLEMS } from '../rules/clients.ts';
import { PERSON_KINDS } from '../rules/persons.ts';
import { type CallInput, type Calls, type Effect, ok } from './call.ts';
import { ADMINS, ADVISERS } from './callers.ts';
import { portalLink } from './clients.ts';
import { emailAddress, flag, newPhone, oneOf, pastDay, personName } from './fields.ts';

/** Somebody with a portal link to a client's page. */
export const person = z.object({
  id: z.string(),
  /** Null for the first person, whom the client's own calls change. */
  version: z.nullable(z.number()),
  name: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  kind: z.enum(['first', ...PERSON_KINDS]),
  /** London's day on which staff saw an attorney's registered power. */
  powerSeenOn: z.nullable(z.string()),
  mailProblem: z.nullable(z.enum(MAIL_PROBLEMS)),
  /** ISO time at which this person stopped reminders. */
  remindersStoppedAt: z.nullable(z.string()),
  link: portalLink,
});
export type ClientPerson = z.infer<typeof person>;

const fields = {
  name: personName(),
  email: emailAddress(),
  phone: newPhone(),
  kind: oneOf(PERSON_KINDS),
  /** Required for an attorney. */
  powerSeenOn: z.optional(pastDay),
};

export const newPerson = z.strictObject({ ...fields, emailLink: z.optional(flag) });
export type NewPerson = z.infer<typeof newPerson>;

/** PATCH /api/people/{id} with the version that was read. */
const personChange = z.strictObject({ ...fields, version: z.number() });
export type PersonChange = z.infer<typeof personChange>;

const addedPerson = z.extend(person, { token: z.string(), linkEmailed: z.optional(z.boolean()) });

const ofClient = { lambda: 'clients', allow: ADVISERS, about: 'client' } as const;
const ofPerson = { lambda: 'clients', allow: ADVISERS, about: 'child' } as const;

/** A new address is where emails that open the portal go. */
const ofPersonChange = (_: CallInput<PersonChange>): Effect => 'reached';

export const peopleCalls = {
  'GET /api/clients/{id}/people': {
    reads: ['client', 'people'],
    effect: 'none',
    ...ofClient,
    status: 200,
    returns: z.array(person),
  },
  'POST /api/clients/{id}/people': {
    changes: ['summary', 'people', 'reminders'],
    effect: 'way-in',
    ...ofClient,
    status: 201,
    body: newPerson,
    returns: addedPerson,
  },
  'PATCH /api/people/{id}': {
    changes: ['summary', 'people', 'devices', 'reminders'],
    effect: { of: ofPersonChange },
    ...ofPerson,
    status: 200,
    body: personChange,
    returns: person,
  },
  'DELETE /api/people/{id}': {
    changes: ['summary', 'people', 'devices', 'reminders'],
    effect: 'final',
    ...ofPerson,
    status: 204,
  },
  'GET /api/people/{id}/token': {
    changes: ['summary', 'people'],
    effect: 'way-in',
    ...ofPerson,
    status: 200,
    writes: true,
    returns: z.object({ token: z.string() }),
  },
  'POST /api/people/{id}/token/regenerate': {
    changes: ['summary', 'people', 'devices'],
    effect: 'way-in',
    ...ofPerson,
    allow: ADMINS,
    status: 200,
    returns: z.object({ token: z.string() }),
  },
  /** To be read out on the phone, to confirm a device of this person. */
  'POST /api/people/{id}/phrase': {
    changes: ['lists', 'activity'],
    effect: 'way-in',
    ...ofPerson,
    status: 200,
    returns: z.object({ phrase: z.string(), endsAt: z.string() }),
  },
  'POST /api/people/{id}/send-link': {
    changes: ['summary', 'people'],
    effect: 'none',
    ...ofPerson,
    status: 200,
    returns: ok,
  },
} as const satisfies Calls;
