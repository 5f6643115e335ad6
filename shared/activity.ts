import * as z from 'zod/mini';
import { CLIENT_STATUSES, LINK_FIELDS, STEP_UPS, undelivered } from './rules/clients.ts';
import { PLAN_TYPES, STAGE_STATUSES, stageTemplate } from './rules/journey.ts';
import { ROLES } from './rules/people.ts';
import { RESPONSIBILITIES, TASK_STATUSES } from './rules/tasks.ts';
import { countOf, listOf } from './rules/words.ts';

/** One kind of thing that can happen. */
interface Kind<S extends z.core.$ZodType = z.core.$ZodType> {
  /** What a line of the record keeps of it besides who, when and about what. */
  data: S;
  /** The sentence that people read. */
  sentence(data: z.infer<S>): string;
  /** Whether it shows on the client's own page too, which is then read anew there. */
  seen(data: z.infer<S>): Seen;
}

/** Who may see a line of the record: the staff alone, or the client too. */
export type Seen = 'staff' | 'both';

const kind = <S extends z.core.$ZodType>(
  data: S,
  sentence: (data: z.infer<S>) => string,
  seen: Seen | ((data: z.infer<S>) => Seen) = 'staff',
): Kind<S> => ({ data, sentence, seen: typeof seen === 'function' ? seen : () => seen });

const none = z.object({});
const text = z.string();
const id = z.string().check(z.regex(/^[\w-]{22}$/));
const flag = z.optional(z.literal(true));

const FIELD_NAMES: Readonly<Record<string, string>> = {
  description: 'notes',
  cashcalcLink: 'CashCalc link',
  intellifloLink: 'Intelliflo link',
  dynamicPlannerLink: 'Dynamic Planner link',
  pipedriveLink: 'PipeDrive link',
  closedDays: 'closed days',
  quietFrom: 'start of quiet hours',
  quietTo: 'end of quiet hours',
  dailyAt: 'time of the daily summary',
  stepUp: 'confirmation of new devices',
  linkDays: 'days after which links end',
  deviceDays: 'days for which devices are remembered',
  secondFactor: 'second factor',
  graceDays: 'days to set up a second factor',
  idleMinutes: 'end of idle sessions',
  refuseCommonPasswords: 'common passwords',
  changeAdminPasswords: 'passwords that admins set',
};
const named = (fields: readonly string[]) => fields.map((field) => FIELD_NAMES[field] ?? field).join(', ');
const spaced = (status: string) => status.replaceAll('_', ' ');

/** Several changes of a client at once are one line, under the most important of them. */
const clientChange = z.object({
  /** The former and the new adviser. */
  from: z.optional(z.object({ id, name: text })),
  to: z.optional(z.object({ id, name: text })),
  completed: z.optional(z.boolean()),
  status: z.optional(z.enum(CLIENT_STATUSES)),
  fields: z.optional(z.array(z.enum(['name', 'email', 'phone', 'description', ...LINK_FIELDS]))),
  portal: z.optional(z.enum(['suspended', 'allowed'])),
  stepUp: z.optional(z.enum(STEP_UPS)),
  /** Why devices need not be confirmed. */
  reason: z.optional(text),
  /** Whether the former link is void. */
  renewed: flag,
  /** Whether the new one is mailed. */
  mailed: flag,
});

const CONFIRMING = {
  inherit: 'Has new devices confirmed as the firm’s settings say',
  on: 'Has new devices confirmed',
  off: 'Lets new devices in without a code',
} as const;

const clientChanged = (seen: Seen) =>
  kind(
    clientChange,
    ({ from, to, completed, status, fields, portal, stepUp, reason, renewed }) =>
      [
        ...(from && to ? [`Reassigned from ${from.name} to ${to.name}`] : []),
        ...(completed === true ? ['Completed the journey'] : []),
        ...(completed === false ? ['Reopened the journey'] : []),
        ...(status ? [`Set the status to ${spaced(status)}`] : []),
        ...(fields?.length ? [`Changed ${named(fields)}`] : []),
        ...(portal ? [portal === 'suspended' ? 'Suspended the portal' : 'Allowed the portal again'] : []),
        ...(stepUp ? [CONFIRMING[stepUp] + (reason ? `: ${reason}` : '')] : []),
        ...(renewed ? ['Made a new portal link'] : []),
      ].join('. '),
    seen,
  );

const VERBS = { pending: 'Reopened', in_progress: 'Started', completed: 'Completed' } as const;
const stageName = (number: number | null) =>
  number === null ? 'no stage' : `stage ${number} ${stageTemplate(number)?.title}`;

const planData = z.object({
  provider: text,
  planNumber: text,
  planType: z.optional(z.enum(PLAN_TYPES)),
  approxValuation: z.optional(z.number()),
});
const valuation = (pounds: number | undefined) =>
  pounds === undefined ? '' : `, about £${pounds.toLocaleString('en-GB')}`;

const document = z.object({ name: text });
const task = z.object({ title: text, responsibility: z.enum(RESPONSIBILITIES) });
const toItsOwner = ({ responsibility }: z.infer<typeof task>): Seen => (responsibility === 'client' ? 'both' : 'staff');

const taskChange = z.extend(task, {
  from: z.optional(z.enum(TASK_STATUSES)),
  to: z.optional(z.enum(TASK_STATUSES)),
  noted: flag,
  changed: flag,
  /** Set where the client sees nothing of it: on an adviser's task, and where an adviser noted something for itself. */
  internal: flag,
});

/** A browser, as its user knows it. */
const device = z.object({ label: text });
const factor = z.object({ factor: z.enum(['totp', 'passkey']), name: z.optional(text) });
const factorNamed = ({ factor: sort, name }: z.infer<typeof factor>) =>
  sort === 'totp' ? 'an authenticator app' : `the passkey ${name ?? ''}`.trim();

const mail = z.object({ to: text });
/** What a mail to a client was about. */
const subjects = z.array(z.enum(['message', 'task', 'document']));

/** What stands for an address: an HMAC, or the part of it that logs show. */
const address = z.object({ address: z.string().check(z.regex(/^[\w-]{16,43}$/)) });
const account = z.object({ name: text });

const SIGNED_IN_BY = {
  passkey: 'a passkey',
  totp: 'password and app',
  recovery: 'password and recovery code',
} as const;

/**
 * All that can happen, each with the data of its line in the record and the sentence made of it. What comes after a line
 * (functions/domain/follow.ts) goes by its action and data alone.
 */
export const ACTIONS = {
  'client-created': kind(none, () => 'Added the client'),
  'client-reassigned': clientChanged('both'),
  'client-completed': clientChanged('both'),
  'client-reopened': clientChanged('both'),
  'client-status': clientChanged('staff'),
  'client-changed': clientChanged('staff'),
  'portal-link-revealed': kind(none, () => 'Viewed the portal link'),
  'portal-link-regenerated': kind(none, () => 'Regenerated the portal link'),
  'portal-link-sent': kind(mail, ({ to }) => `Emailed the portal link to ${to}`),
  'portal-previewed': kind(none, () => 'Looked at the page as the client sees it'),
  'portal-code-requested': kind(none, () => 'Asked for a code to open the page on a new device'),
  'portal-code-refused': kind(none, () => 'Typed five wrong codes, which voided the right one'),
  'portal-help-asked': kind(none, () => 'Cannot get at their email to open the page'),
  'device-confirmed': kind(
    z.extend(device, { by: z.enum(['code', 'phone']) }),
    ({ label, by }) => `Opened the page on a new device: ${label}${by === 'phone' ? ', confirmed by phone' : ''}`,
    'both',
  ),
  'device-removed': kind(device, ({ label }) => `Removed the device ${label}`, 'both'),
  'device-phrase-made': kind(none, () => 'Made a phrase to confirm a device by phone'),
  'new-link-requested': kind(
    z.object({ version: z.number() }),
    () => 'Asked for a new link in place of an expired one',
  ),
  'portal-link-renewed': kind(none, () => 'Made a new portal link'),
  'stage-changed': kind(
    z.object({
      stage: z.number(),
      from: z.optional(z.enum(STAGE_STATUSES)),
      to: z.optional(z.enum(STAGE_STATUSES)),
      notRequired: z.optional(z.boolean()),
    }),
    ({ stage, to, notRequired }) =>
      to
        ? `${VERBS[to]} ${stageName(stage)}`
        : `Marked ${stageName(stage)} as ${notRequired ? 'not required' : 'required'}`,
    'both',
  ),
  'journey-reset': kind(none, () => 'Reset the journey', 'both'),
  'plan-added': kind(
    planData,
    ({ planType, planNumber, provider, approxValuation }) =>
      `Added the ${planType} plan ${planNumber} with ${provider}${valuation(approxValuation)}`,
  ),
  'plan-deleted': kind(planData, ({ planNumber, provider }) => `Deleted the plan ${planNumber} with ${provider}`),
  'document-uploaded': kind(document, ({ name }) => `Uploaded ${name}`, 'both'),
  'document-downloaded': kind(document, ({ name }) => `Downloaded ${name}`),
  'document-moved': kind(
    z.extend(document, { stage: z.nullable(z.number()) }),
    ({ name, stage }) => `Moved ${name} to ${stageName(stage)}`,
    'both',
  ),
  'document-deleted': kind(document, ({ name }) => `Deleted ${name}`, 'both'),
  'task-created': kind(task, ({ title }) => `Assigned the task “${title}”`, toItsOwner),
  'task-changed': kind(
    taskChange,
    ({ title, to, noted, changed }) =>
      [
        ...(to ? [`Set the task “${title}” to ${spaced(to)}`] : []),
        ...(noted ? [`Added notes to the task “${title}”`] : []),
        ...(changed ? [`Changed the task “${title}”`] : []),
      ].join('. '),
    ({ internal }) => (internal ? 'staff' : 'both'),
  ),
  'task-deleted': kind(task, ({ title }) => `Deleted the task “${title}”`, toItsOwner),
  'message-sent': kind(none, () => 'Sent a message', 'both'),
  'client-stuck': kind(
    z.object({ title: z.optional(text) }),
    ({ title }) => (title ? `Asked for help with “${title}”` : 'Asked for help'),
    'both',
  ),
  'stuck-sorted': kind(none, () => 'Marked the request for help as sorted', 'both'),
  'mail-bounced': kind(mail, ({ to }) => undelivered('bounced', to)),
  'mail-complained': kind(mail, ({ to }) => undelivered('complained', to)),
  'mail-allowed': kind(mail, ({ to }) => `Allowed mail to ${to} again`),
  'client-notified': kind(
    z.extend(mail, { about: subjects }),
    ({ to, about }) => `Emailed ${to} about ${listOf(about.map((subject) => `a new ${subject}`))}`,
  ),
  restored: kind(z.object({ at: text }), ({ at }) => `Restored the client to ${at}`, 'both'),
  'client-exported': kind(none, () => 'Exported the whole file'),

  'account-created': kind(
    z.extend(account, { role: z.enum(ROLES) }),
    ({ name, role }) => `Made an account for ${name} (${role})`,
  ),
  'account-changed': kind(
    z.extend(account, {
      fields: z.array(text),
      from: z.optional(z.enum(ROLES)),
      to: z.optional(z.enum(ROLES)),
      /** The address before it was changed, which is told of it too. */
      formerEmail: z.optional(text),
    }),
    ({ name, fields, from, to }) =>
      [
        ...(fields.length > 0 ? [`Changed ${named(fields)} of ${name}’s account`] : []),
        ...(from && to ? [`Changed ${name}’s role from ${from} to ${to}`] : []),
      ].join('. '),
  ),
  'account-deleted': kind(account, ({ name }) => `Deleted ${name}’s account`),
  'account-unlocked': kind(
    address,
    ({ address: mark }) => `Let an address sign in again after too many attempts (address ${mark.slice(0, 16)})`,
  ),
  'mail-refused': kind(account, ({ name }) => `Mail to ${name} was not delivered`),
  'mail-allowed-again': kind(account, ({ name }) => `Allowed mail to ${name} again`),
  'signed-in': kind(
    z.object({ by: z.optional(z.enum(['password', 'passkey', 'totp', 'recovery'])), newDevice: z.optional(text) }),
    ({ by, newDevice }) =>
      [
        by && by !== 'password' ? `Signed in by ${SIGNED_IN_BY[by]}` : 'Signed in',
        ...(newDevice ? [`on a new device: ${newDevice}`] : []),
      ].join(' '),
  ),
  'second-factor-refused': kind(none, () => 'Was refused after too many wrong codes'),
  'password-changed': kind(none, () => 'Changed the own password'),
  'session-ended': kind(device, ({ label }) => `Signed out ${label}`),
  'sessions-ended': kind(none, () => 'Signed out all other browsers'),
  'factor-added': kind(factor, (data) => `Set up ${factorNamed(data)} for signing in`),
  'factor-removed': kind(factor, (data) => `Removed ${factorNamed(data)} for signing in`),
  'recovery-codes-made': kind(none, () => 'Made new recovery codes'),
  'recovery-code-used': kind(z.object({ left: z.number() }), ({ left }) => `Used a recovery code: ${left} left`),
  'second-factor-reset': kind(account, ({ name }) => `Reset the second factor of ${name}`),
  'signed-out': kind(none, () => 'Signed out'),
  'sign-in-refused': kind(address, ({ address: mark }) => `Refused a sign-in (address ${mark.slice(0, 16)})`),
  'password-reset-requested': kind(
    address,
    ({ address: mark }) => `Somebody asked for a new password (address ${mark.slice(0, 16)})`,
  ),
  'confirmation-requested': kind(
    z.extend(account, { address: text.check(z.regex(/^[\w-]{43}$/)) }),
    ({ name, address: mark }) => `${name} registered, and is to confirm the address (address ${mark.slice(0, 16)})`,
  ),
  // Named where it is another's, whose password an operator sets.
  'password-reset': kind(z.partial(account), ({ name }) =>
    name ? `Set a new password for ${name}` : 'Chose a new password',
  ),
  'settings-changed': kind(
    z.object({ section: text, fields: z.array(text) }),
    ({ section, fields }) => `Changed the ${section} settings: ${named(fields)}`,
  ),
  'keys-rotated': kind(z.object({ key: z.enum(['session', 'portal']), version: z.number() }), ({ key }) =>
    key === 'session' ? 'Signed everybody out' : 'Voided every portal link',
  ),
  'client-deleted': kind(
    z.object({ documents: z.number(), tasks: z.number() }),
    ({ documents, tasks }) => `Deleted a client with ${countOf(documents, 'document')} and ${countOf(tasks, 'task')}`,
  ),
  'file-exported': kind(none, () => 'Exported the whole file of a client'),
  'record-exported': kind(none, () => 'Exported the firm’s record'),
  'document-damaged': kind(none, () => 'A stored document was altered or is gone, and was not handed out'),
} as const satisfies Record<string, Kind>;

/** The name of something that can happen. */
export type Action = keyof typeof ACTIONS;

/** What the line of an action keeps. */
export type DataOf<A extends Action> = z.infer<(typeof ACTIONS)[A]['data']>;

/** Something that happened: an action with its data, and the id of what it was done to. */
export type Happened<A extends Action = Action> = {
  [K in A]: { action: K; data: DataOf<K>; ref?: string | undefined };
}[A];

/** Whether a text names an action. */
export const isAction = (action: string): action is Action => Object.hasOwn(ACTIONS, action);

/** The sentence of something that happened. */
export function sentenceOf({ action, data }: { action: Action; data: unknown }): string {
  const { sentence }: Kind = ACTIONS[action];
  return sentence(data);
}

/** Whether the client may see something that happened too. */
export function seenBy({ action, data }: { action: Action; data: unknown }): Seen {
  const { seen }: Kind = ACTIONS[action];
  return seen(data);
}
