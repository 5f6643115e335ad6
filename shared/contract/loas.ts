import * as z from 'zod/mini';
import { optionalOf, type Stored } from '../nouns/field.ts';
import { LOA_FIELDS } from '../nouns/loa.ts';
import { PLAN_TYPES } from '../rules/journey.ts';
import { LIMITS, LOA_LIMITS, PROVIDER_LIMITS } from '../rules/limits.ts';
import {
  BOARD_VIEWS,
  LOA_SCOPES,
  LOA_STATES,
  LOA_STEPS,
  LOA_TEXTS,
  LOA_WAYS,
  type LoaState,
  RETURN_REASONS,
} from '../rules/loas.ts';
import { PROVIDER_TAKES } from '../rules/providers.ts';
import { type CallInput, type Calls, type Effect, pageQuery } from './call.ts';
import { ADMINS, ADVISERS } from './callers.ts';
import {
  day,
  displayedName,
  emailAddress,
  link,
  nullableText,
  nullableTexts,
  oneOf,
  requiredLine,
  requiredText,
} from './fields.ts';

const typical = z.nullable(z.object({ from: z.number(), to: z.number() }));

/** Step of a letter as staff noted it. Days are London's, `YYYY-MM-DD`. */
const notedStep = z.object({
  step: z.enum(LOA_STEPS),
  on: z.string(),
  at: z.string(),
  /** Name of who noted it. */
  by: z.string(),
  how: z.nullable(z.enum(LOA_WAYS)),
  whom: z.nullable(z.string()),
  ref: z.nullable(z.string()),
  note: z.nullable(z.string()),
  promisedOn: z.nullable(z.string()),
  gaps: z.nullable(z.array(z.string())),
  why: z.nullable(z.enum(RETURN_REASONS)),
});
export type NotedStep = z.infer<typeof notedStep>;

/** Letter of authority to one provider about plans of a client. Nothing is ever sent to a provider. */
export const loa = z.object({
  id: z.string(),
  clientId: z.string(),
  provider: z.string(),
  providerKey: z.string(),
  /** Plans of an ended letter may have been deleted. */
  planIds: z.array(z.string()),
  scope: z.enum(LOA_SCOPES),
  state: z.enum(LOA_STATES),
  ...nullableTexts(optionalOf(LOA_FIELDS)),
  sentOn: z.nullable(z.string()),
  acknowledgedOn: z.nullable(z.string()),
  endedOn: z.nullable(z.string()),
  nextChase: z.nullable(z.string()),
  /** Working days since it was sent, up to its end or today; null before it was sent. */
  workingDays: z.nullable(z.number()),
  /** Parts of the answer that are missing. */
  gaps: z.array(z.string()),
  chases: z.number(),
  /** Oldest first. */
  steps: z.array(notedStep),
  /** Optimistic lock. */
  version: z.number(),
  createdAt: z.string(),
});
export type Loa = z.infer<typeof loa>;

/** Step as the board shows it; a long note is cut. */
const lastStep = z.pick(notedStep, {
  step: true,
  on: true,
  how: true,
  whom: true,
  ref: true,
  note: true,
  promisedOn: true,
  why: true,
});

/** Letter on the board. The letters of its client have all steps and plans. */
const loaOnBoard = z.extend(z.omit(loa, { planIds: true, scope: true, documentId: true, steps: true }), {
  /** Number of plans. */
  plans: z.number(),
  lastStep: z.nullable(lastStep),
  /** References of the provider, of all steps. */
  references: z.array(z.string()),
  clientName: z.string(),
  adviserId: z.string(),
  adviserName: z.string(),
});
export type LoaOnBoard = z.infer<typeof loaOnBoard>;

/** Letter on the portal, from when it was sent. */
export const waiting = z.object({
  provider: z.string(),
  plans: z.array(z.object({ type: z.enum(PLAN_TYPES), tail: z.nullable(z.string()) })),
  state: z.enum(['sent', 'acknowledged', 'part', 'received', 'rejected'] satisfies LoaState[]),
  askedOn: z.string(),
  workingDays: z.number(),
  confirmedOn: z.nullable(z.string()),
  arrivedOn: z.nullable(z.string()),
  /** Working days in which this provider usually answers. */
  typical,
});
export type Waiting = z.infer<typeof waiting>;

const planIds = z
  .array(
    z.string(LOA_TEXTS.foreignPlan).check(z.regex(/^[\w-]{22}\.[\w-]{1,64}$/, LOA_TEXTS.foreignPlan)),
    LOA_TEXTS.noPlan,
  )
  .check(
    z.minLength(1, LOA_TEXTS.noPlan),
    z.maxLength(LOA_LIMITS.plans, `At most ${LOA_LIMITS.plans} plans in one letter`),
    z.refine((ids: string[]) => new Set(ids).size === ids.length, 'Every plan must be different'),
  );
const scope = oneOf(LOA_SCOPES);
const signature = {
  signedOn: z.optional(z.nullable(day)),
  documentId: z.optional(z.nullable(requiredText(LIMITS.title, LOA_TEXTS.foreignDocument))),
} satisfies Record<keyof Stored<typeof LOA_FIELDS>, unknown>;
const how = oneOf(LOA_WAYS, LOA_TEXTS.how);
const ref = z.optional(nullableText(LOA_LIMITS.reference));

export const newLoa = z.strictObject({
  provider: displayedName(PROVIDER_LIMITS.name, 'Provider is required'),
  planIds,
  scope,
  ...signature,
  /** Left out if the letter is still to be sent. */
  sent: z.optional(z.strictObject({ on: day, how, ref })),
});
export type NewLoa = z.infer<typeof newLoa>;

const version = z.int('Must be the version that was read');

export const loaChange = z.strictObject({
  version,
  scope: z.optional(scope),
  ...signature,
  planIds: z.optional(planIds),
});
export type LoaChange = z.infer<typeof loaChange>;

const gap = requiredLine(LOA_LIMITS.gap, LOA_TEXTS.gaps);
const STEPS_WITH = {
  how: ['sent', 'chased'],
  whom: ['chased'],
  ref: ['sent', 'acknowledged', 'chased'],
  note: ['chased', 'rejected'],
  promisedOn: ['chased'],
  gaps: ['part'],
  why: ['rejected'],
} as const satisfies Record<string, readonly (typeof LOA_STEPS)[number][]>;
type StepField = keyof typeof STEPS_WITH;

/** Field without which a step is refused. */
const NEEDED = { sent: 'how', chased: 'how', part: 'gaps', rejected: 'why' } as const satisfies Record<
  string,
  StepField
>;

interface StepBody extends Partial<Record<StepField, unknown>> {
  step: string;
}
const needed = ({ step }: StepBody) => (NEEDED as Readonly<Record<string, StepField | undefined>>)[step];

const lacks = (field: StepField) =>
  z.refine<StepBody>((body) => needed(body) !== field || Boolean(body[field]), {
    path: [field],
    message: LOA_TEXTS[field === 'how' || field === 'gaps' || field === 'why' ? field : 'how'],
  });

const belongs = (field: StepField) =>
  z.refine<StepBody>(
    (body) =>
      body[field] === undefined || body[field] === null || (STEPS_WITH[field] as readonly string[]).includes(body.step),
    { path: [field], message: 'Does not belong to this step' },
  );

/** `undo` takes the last step back. `on` is today unless it is given. */
export const loaStep = z
  .strictObject({
    version,
    step: oneOf([...LOA_STEPS, 'undo']),
    on: z.optional(day),
    how: z.optional(how),
    whom: z.optional(nullableText(LIMITS.name)),
    ref,
    note: z.optional(nullableText(LOA_LIMITS.note)),
    promisedOn: z.optional(z.nullable(day)),
    gaps: z.optional(
      z
        .array(gap, LOA_TEXTS.gaps)
        .check(z.minLength(1, LOA_TEXTS.gaps), z.maxLength(LOA_LIMITS.gaps, `At most ${LOA_LIMITS.gaps}`)),
    ),
    why: z.optional(oneOf(RETURN_REASONS, LOA_TEXTS.why)),
  })
  .check(...(['how', 'gaps', 'why'] as const).map(lacks), ...(Object.keys(STEPS_WITH) as StepField[]).map(belongs));
export type LoaStepBody = z.infer<typeof loaStep>;

/** Provider in the firm's directory. Figures are working days to the full answer, over 12 months. */
export const provider = z.object({
  key: z.string(),
  name: z.string(),
  /** Key of the provider that this is another spelling of. */
  sameAs: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  post: z.nullable(z.string()),
  portalUrl: z.nullable(z.string()),
  takes: z.nullable(z.enum(PROVIDER_TAKES)),
  notes: z.nullable(z.string()),
  version: z.number(),
  answers: z.number(),
  /** Median and nine of ten; null below five answers. */
  p50: z.nullable(z.number()),
  p90: z.nullable(z.number()),
  /** Months with answers, the oldest first. */
  months: z.array(z.object({ month: z.string(), answers: z.number(), p50: z.nullable(z.number()) })),
});
export type Provider = z.infer<typeof provider>;

const optional = (max: number) => z.optional(nullableText(max));

export const providerChange = z.strictObject({
  version,
  sameAs: optional(LIMITS.title),
  phone: optional(LIMITS.phone),
  email: z.optional(z.nullable(emailAddress())),
  post: optional(PROVIDER_LIMITS.post),
  portalUrl: z.optional(link),
  takes: z.optional(z.nullable(oneOf(PROVIDER_TAKES))),
  notes: optional(PROVIDER_LIMITS.notes),
});
export type ProviderChange = z.infer<typeof providerChange>;

/** False contact details would send letters to a stranger. Notes stand beside them, and `sameAs` borrows another's. */
const ofProvider = ({ body: { version: _, takes: __, ...contact } }: CallInput<ProviderChange>): Effect =>
  Object.values(contact).some((value) => value !== undefined) ? 'reached' : 'none';

const ofClient = { lambda: 'loas', allow: ADVISERS, about: 'client' } as const;
const ofLoa = { lambda: 'loas', allow: ADVISERS, about: 'child', status: 200, returns: loa } as const;

export const loaCalls = {
  'GET /api/clients/{id}/loas': { reads: 'loas', effect: 'none', ...ofClient, status: 200, returns: z.array(loa) },
  'POST /api/clients/{id}/loas': {
    changes: ['summary', 'plans', 'loas', 'providers'],
    effect: 'none',
    ...ofClient,
    status: 201,
    body: newLoa,
    returns: loa,
  },
  'GET /api/loas/board': {
    reads: 'loas',
    effect: 'none',
    lambda: 'loas',
    allow: ADVISERS,
    about: 'nobody',
    status: 200,
    query: pageQuery(500, {
      /** Letters to send, to chase today, or waiting for their next chase. */
      show: z.optional(oneOf(BOARD_VIEWS)),
      /** Words in the name of client or provider, or in a reference. */
      q: z.optional(z.string().check(z.maxLength(1000, 'Search for a shorter text'))),
      /** Keys of providers, separated by commas. */
      providers: z.optional(z.string().check(z.maxLength(2000, 'Choose fewer providers'))),
      adviser: z.optional(z.string()),
    }),
    returns: z.array(loaOnBoard),
  },
  'PATCH /api/loas/{id}': { changes: ['summary', 'plans', 'loas'], effect: 'none', ...ofLoa, body: loaChange },
  'POST /api/loas/{id}/steps': {
    changes: ['summary', 'plans', 'loas', 'providers'],
    effect: 'none',
    ...ofLoa,
    body: loaStep,
  },
  'GET /api/providers': {
    reads: 'providers',
    effect: 'none',
    lambda: 'firm',
    allow: ADVISERS,
    about: 'nobody',
    status: 200,
    returns: z.array(provider),
  },
  'PATCH /api/providers/{key}': {
    changes: ['providers'],
    effect: { of: ofProvider },
    lambda: 'firm',
    allow: ADMINS,
    about: 'nobody',
    status: 200,
    body: providerChange,
    returns: provider,
  },
  'DELETE /api/providers/{key}': {
    changes: ['providers'],
    effect: 'final',
    lambda: 'firm',
    allow: ADMINS,
    about: 'nobody',
    status: 204,
  },
} as const satisfies Calls;
