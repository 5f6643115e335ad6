import * as z from 'zod/mini';
import { type FieldChange, fieldChange } from '../contract/messages.ts';
import { LOA_STATES, LOA_STEPS, type LoaStep } from '../rules/chase/loas.ts';
import { CLIENT_STATUSES, LINK_FIELDS, STEP_UPS, undelivered } from '../rules/clients.ts';
import { countOf, listOf } from '../rules/counted-words.ts';
import { PLAN_TYPES, STAGE_STATUSES, stageTemplate } from '../rules/journey.ts';
import { londonMoment, shownDay } from '../rules/london.ts';
import { meetingTitle } from '../rules/meetings.ts';
import { REFUSALS, type RefusalKind, refusalText } from '../rules/refusals.ts';
import { DECISIONS, type Decision } from '../rules/requests.ts';
import { RESPONSIBILITIES, TASK_STATUSES } from '../rules/tasks.ts';
import { FIRM_ACTIONS } from './firm-actions.ts';
import { device, type Kind, kind, named, none, type Seen } from './kind.ts';

const text = z.string();
const id = z.string().check(z.regex(/^[\w-]{22}$/));
const flag = z.optional(z.literal(true));
const changes = z.optional(z.array(fieldChange));
const spaced = (status: string) => status.replaceAll('_', ' ');

/** All changes of a client in one request are one entry, under the most important action. */
const clientChange = z.object({
  from: z.optional(z.object({ id, name: text })),
  to: z.optional(z.object({ id, name: text })),
  completed: z.optional(z.boolean()),
  status: z.optional(z.enum(CLIENT_STATUSES)),
  fields: z.optional(z.array(z.enum(['name', 'email', 'phone', 'description', ...LINK_FIELDS, 'advice']))),
  changes,
  portal: z.optional(z.enum(['suspended', 'allowed'])),
  stepUp: z.optional(z.enum(STEP_UPS)),
  /** Reason for not confirming devices. */
  reason: z.optional(text),
  renewed: flag,
  mailed: flag,
});

const CONFIRMING = {
  inherit: 'Set device confirmation to the firm’s default',
  on: 'Required new devices to be confirmed',
  off: 'Allowed new devices without a code',
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
        ...(renewed ? ['Created a new portal link'] : []),
      ].join('. '),
    seen,
    ({ changes: short = [] }) => short,
  );

const VERBS = { pending: 'Reopened', in_progress: 'Started', completed: 'Completed' } as const;
const stageName = (number: number | null) =>
  number === null ? 'no stage' : `stage ${number} ${stageTemplate(number)?.title}`;

const moved = (field: 'status' | 'stage', was: string | null, is: string | null): FieldChange[] =>
  was === is ? [] : [{ field, was, is }];
const stageText = (number: number | null) => (number === null ? null : String(number));

const planData = z.object({
  provider: text,
  planNumber: text,
  planType: z.enum(PLAN_TYPES),
  approxValuation: z.optional(z.number()),
});
const valuation = (pounds: number | undefined) =>
  pounds === undefined ? '' : `, about £${pounds.toLocaleString('en-GB')}`;

const document = z.object({ name: text });
const upload = z.extend(document, {
  task: z.optional(z.object({ id: text, title: text })),
  request: z.optional(z.object({ id: text, title: text })),
  /** Set if the client had handed the request in before. */
  late: flag,
  /** Proves later which file it was. */
  sha256: z.optional(text),
});
const task = z.object({ title: text, responsibility: z.enum(RESPONSIBILITIES) });
const seenByResponsible = ({ responsibility }: z.infer<typeof task>): Seen =>
  responsibility === 'client' ? 'both' : 'staff';

const taskChange = z.extend(task, {
  from: z.optional(z.enum(TASK_STATUSES)),
  to: z.optional(z.enum(TASK_STATUSES)),
  noted: flag,
  changed: flag,
  /** Set if the completion ended a call for help with the task. */
  helped: flag,
  changes,
  /** Set if the client sees nothing of it: an adviser's task, or only the adviser's notes changed. */
  internal: flag,
});

const request = z.object({ title: text });

const DECIDED: Readonly<Record<Decision, string>> = {
  approve: 'Accepted',
  more: 'Asked for more for',
  return: 'Sent back',
  waive: 'Waived',
  reopen: 'Reopened',
  undo: 'Brought back to review',
};

const letter = z.object({ provider: text });
const letterStep = z.extend(letter, {
  step: z.enum([...LOA_STEPS, 'undo']),
  /** Step that was taken back. */
  undone: z.optional(z.enum(LOA_STEPS)),
  on: text,
  state: z.enum(LOA_STATES),
});

const NOTED: Readonly<Record<LoaStep, (provider: string) => string>> = {
  sent: (provider) => `Sent the letter of authority to ${provider}`,
  acknowledged: (provider) => `Noted that ${provider} confirmed the letter of authority`,
  chased: (provider) => `Chased ${provider}`,
  part: (provider) => `Noted that part of the answer came from ${provider}`,
  received: (provider) => `Noted that the whole answer came from ${provider}`,
  rejected: (provider) => `Noted that ${provider} returned the letter of authority`,
  closed: (provider) => `Marked the letter of authority to ${provider} as not needed`,
};
const UNDONE: Readonly<Record<LoaStep, string>> = {
  sent: 'sent',
  acknowledged: 'confirmed',
  chased: 'chased',
  part: 'part came',
  received: 'all came',
  rejected: 'returned',
  closed: 'not needed',
};

const mail = z.object({ to: text });
const subjects = z.array(
  z.enum(['message', 'task', 'document', 'request', 'again', 'reopened', 'answer', 'task-reopened']),
);
const ABOUT: Readonly<Record<z.infer<typeof subjects>[number], string>> = {
  message: 'a new message',
  task: 'a new task',
  'task-reopened': 'a task that is to be done after all',
  document: 'a new document',
  request: 'documents to send',
  again: 'documents to send again',
  reopened: 'documents that are needed after all',
  answer: 'an answer of a provider',
};

const CLIENT_ACTIONS = {
  'client-created': kind(none, () => 'Added the client'),
  'client-reassigned': clientChanged('both'),
  'client-completed': clientChanged('both'),
  'client-reopened': clientChanged('both'),
  'client-status': clientChanged('staff'),
  'client-changed': clientChanged('staff'),
  /** `created`: by creating the client, whose answer has the link. */
  'portal-link-revealed': kind(z.object({ created: flag }), () => 'Viewed the portal link'),
  'portal-link-regenerated': kind(none, () => 'Regenerated the portal link'),
  'portal-link-sent': kind(mail, ({ to }) => `Emailed the portal link to ${to}`),
  'portal-previewed': kind(none, () => 'Viewed the portal as the client'),
  'portal-code-requested': kind(none, () => 'Requested a code to open the portal on a new device'),
  'portal-code-refused': kind(none, () => 'Entered five wrong codes; the code was cancelled'),
  'portal-help-asked': kind(none, () => 'Cannot access their email to open the portal'),
  'device-confirmed': kind(
    z.extend(device, { by: z.enum(['code', 'phone']) }),
    ({ label, by }) => `Opened the portal on a new device: ${label}${by === 'phone' ? ', confirmed by phone' : ''}`,
    'both',
  ),
  'device-removed': kind(device, ({ label }) => `Removed the device ${label}`, 'both'),
  'device-phrase-made': kind(none, () => 'Created a phrase to confirm a device by phone'),
  'new-link-requested': kind(z.object({ version: z.number() }), () => 'Asked for a new link to replace an expired one'),
  'portal-link-renewed': kind(z.object({ mailed: flag }), () => 'Created a new portal link'),
  'stage-changed': kind(
    z.object({
      stage: z.number(),
      from: z.optional(z.enum(STAGE_STATUSES)),
      to: z.optional(z.enum(STAGE_STATUSES)),
      notRequired: z.optional(z.boolean()),
      /** ISO time of a meeting; null if it was removed. */
      bookedFor: z.optional(z.nullable(text)),
      /** ISO time since which a completed stage was in progress. */
      since: z.optional(text),
    }),
    ({ stage, to, notRequired, bookedFor }) =>
      [
        ...(to ? [`${VERBS[to]} ${stageName(stage)}`] : []),
        ...(notRequired === undefined
          ? []
          : [`Marked ${stageName(stage)} as ${notRequired ? 'not required' : 'required'}`]),
        ...(bookedFor ? [`Booked ${meetingTitle(stage)} for ${londonMoment(new Date(bookedFor))}`] : []),
        ...(bookedFor === null ? [`Removed the date of ${meetingTitle(stage)}`] : []),
      ].join('. '),
    'both',
    ({ from, to }) => (from && to ? moved('status', from, to) : []),
  ),
  'journey-reset': kind(none, () => 'Reset the journey', 'both'),
  'plan-added': kind(
    planData,
    ({ planType, planNumber, provider, approxValuation }) =>
      `Added the ${planType} plan ${planNumber} with ${provider}${valuation(approxValuation)}`,
  ),
  'plan-changed': kind(
    z.object({ provider: text, planNumber: text, changes }),
    ({ planNumber, provider }) => `Changed the plan ${planNumber} with ${provider}`,
    'staff',
    ({ changes: short = [] }) => short,
  ),
  'plan-deleted': kind(planData, ({ planNumber, provider }) => `Deleted the plan ${planNumber} with ${provider}`),
  'document-uploaded': kind(
    upload,
    ({ name, task: forTask, request: about = forTask }) => `Uploaded ${name}${about ? ` for “${about.title}”` : ''}`,
    'both',
  ),
  'document-refused': kind(
    z.object({
      ending: text,
      reason: z.custom<RefusalKind>((reason) => typeof reason === 'string' && Object.hasOwn(REFUSALS, reason)),
      within: flag,
    }),
    ({ ending, reason: kind, within }) =>
      `Tried to send a file${ending && ` (.${ending})`}, which was refused: “${refusalText({ kind, isWithin: within === true })}”`,
  ),
  'document-downloaded': kind(document, ({ name }) => `Downloaded ${name}`),
  'document-moved': kind(
    z.extend(document, { stage: z.nullable(z.number()), from: z.nullable(z.number()) }),
    ({ name, stage }) => `Moved ${name} to ${stageName(stage)}`,
    'both',
    ({ from, stage }) => moved('stage', stageText(from), stageText(stage)),
  ),
  'document-deleted': kind(document, ({ name }) => `Deleted ${name}`, 'both'),
  // The event handler copies it to the firm's audit log.
  'document-damaged': kind(none, () => 'A stored document was altered or is missing. It was not downloaded'),
  'task-created': kind(task, ({ title }) => `Assigned the task “${title}”`, seenByResponsible),
  'task-changed': kind(
    taskChange,
    ({ title, to, noted, changed, helped }) =>
      [
        ...(to ? [`Set the task “${title}” to ${spaced(to)}`] : []),
        ...(helped ? ['The request for help with it has ended'] : []),
        ...(noted ? [`Added notes to the task “${title}”`] : []),
        ...(changed ? [`Changed the task “${title}”`] : []),
      ].join('. '),
    ({ internal }) => (internal ? 'staff' : 'both'),
    ({ from, to, changes: short = [] }) => [...(from && to ? moved('status', from, to) : []), ...short],
  ),
  'task-deleted': kind(task, ({ title }) => `Deleted the task “${title}”`, seenByResponsible),
  'request-made': kind(
    z.extend(request, { stage: z.nullable(z.number()), due: z.nullable(text) }),
    ({ title }) => `Asked for “${title}”`,
    'both',
  ),
  'request-changed': kind(
    z.extend(request, { changes }),
    ({ title }) => `Changed the request for “${title}”`,
    'both',
    ({ changes: short = [] }) => short,
  ),
  'request-submitted': kind(
    z.extend(request, { files: z.number(), round: z.number(), by: z.enum(['client', 'clock', 'staff']) }),
    ({ title, files, by }) =>
      `Handed in “${title}” with ${countOf(files, 'file')}${by === 'clock' ? ' (automatically, after half an hour)' : ''}`,
    'both',
  ),
  'request-unavailable': kind(
    // The next round removes the client's words from the request.
    z.extend(request, { answer: z.optional(text) }),
    ({ title, answer }) => `Does not have “${title}”${answer ? `: “${answer}”` : ''}`,
    'both',
  ),
  'request-decided': kind(
    // A request that is asked for again may get a later due date.
    z.extend(request, { decision: z.enum(DECISIONS), round: z.number(), changes }),
    ({ title, decision }) => `${DECIDED[decision]} “${title}”`,
    'both',
    ({ changes: short = [] }) => short,
  ),
  'request-deleted': kind(request, ({ title }) => `Deleted the request for “${title}”`, 'both'),
  'loa-made': kind(
    z.extend(letter, { plans: z.number() }),
    ({ provider, plans }) => `Noted a letter of authority to ${provider} for ${countOf(plans, 'plan')}`,
  ),
  'loa-step': kind(
    letterStep,
    ({ provider, step, undone }) =>
      step === 'undo' ? `Took back “${undone ? UNDONE[undone] : 'a step'}” for ${provider}` : NOTED[step](provider),
    // Clients see nothing of chases.
    ({ step, undone }) => (step === 'chased' || undone === 'chased' ? 'staff' : 'both'),
  ),
  'loa-changed': kind(letter, ({ provider }) => `Changed the letter of authority to ${provider}`),
  'loa-due': kind(
    z.extend(letter, { days: z.number() }),
    ({ provider, days }) => `${provider}: no answer for ${countOf(days, 'working day')}, chase today`,
  ),
  'document-filed': kind(
    z.extend(document, { request: z.nullable(text) }),
    ({ name, request: title }) =>
      title === null ? `Took ${name} out of its request` : `Filed ${name} under “${title}”`,
    'both',
  ),
  'message-sent': kind(none, () => 'Sent a message', 'both'),
  'client-stuck': kind(
    z.object({ title: z.optional(text) }),
    ({ title }) => (title ? `Asked for help with “${title}”` : 'Asked for help'),
    'both',
  ),
  'stuck-sorted': kind(none, () => 'Marked the request for help as resolved', 'both'),
  'mail-bounced': kind(mail, ({ to }) => undelivered('bounced', to)),
  'mail-complained': kind(mail, ({ to }) => undelivered('complained', to)),
  'mail-allowed': kind(mail, ({ to }) => `Allowed emails to ${to} again`),
  'client-notified': kind(
    z.extend(mail, { about: subjects }),
    ({ to, about }) => `Emailed ${to} about ${listOf(about.map((subject) => ABOUT[subject]))}`,
  ),
  'reminder-asked': kind(none, () => 'Asked for a reminder to be sent now'),
  'reminder-sent': kind(
    z.extend(mail, { things: z.number(), nth: z.number() }),
    ({ to, things, nth }) =>
      `Reminded ${to} of ${countOf(things, 'open thing')}${nth > 1 ? `, reminder ${nth} since the last visit` : ''}`,
  ),
  'reminders-set': kind(
    z.object({ disabled: z.optional(z.boolean()), until: z.optional(z.nullable(text)) }),
    ({ disabled, until }) =>
      [
        ...(disabled ? ['Switched off reminders for this client'] : []),
        ...(disabled === false ? ['Set reminders to the firm’s settings'] : []),
        ...(until ? [`Paused reminders until ${shownDay(until)}`] : []),
        ...(until === null ? ['Ended the pause of reminders'] : []),
      ].join('. '),
    // The portal says if they are on.
    'both',
  ),
  'reminders-unanswered': kind(
    z.object({ count: z.number() }),
    ({ count }) => `Has not answered ${countOf(count, 'reminder')}. A phone call may help`,
  ),
  'reminders-stopped': kind(none, () => 'Stopped reminder emails, by the link in a reminder', 'both'),
  'reminders-paused': kind(
    z.object({ until: text }),
    ({ until }) => `Paused reminder emails until ${shownDay(until)}, by the link in a reminder`,
    'both',
  ),
  'reminders-resumed': kind(none, () => 'Switched reminder emails on again, by the link in a reminder', 'both'),
  restored: kind(z.object({ at: text }), ({ at }) => `Restored the client to ${at}`, 'both'),
  'client-exported': kind(none, () => 'Exported the client’s data'),
} as const satisfies Record<string, Kind>;

export const ACTIONS = { ...CLIENT_ACTIONS, ...FIRM_ACTIONS } as const satisfies Record<string, Kind>;

export type Action = keyof typeof ACTIONS;

export type DataOf<A extends Action> = z.infer<(typeof ACTIONS)[A]['data']>;

export type Happened<A extends Action = Action> = {
  [K in A]: { action: K; data: DataOf<K>; ref?: string | undefined };
}[A];

export const isAction = (action: string): action is Action => Object.hasOwn(ACTIONS, action);

export function sentenceOf({ action, data }: { action: Action; data: unknown }): string {
  const { sentence }: Kind = ACTIONS[action];
  return sentence(data);
}

export function changesOf({ action, data }: { action: Action; data: unknown }): readonly FieldChange[] {
  const { changes }: Kind = ACTIONS[action];
  return changes(data);
}

export function seenBy({ action, data }: { action: Action; data: unknown }): Seen {
  const { seen }: Kind = ACTIONS[action];
  return seen(data);
}
