import type { Stage } from '#shared/contract/journey.ts';
import { undelivered } from '#shared/rules/clients.ts';
import { grouped } from '#shared/rules/counted-words.ts';
import { flatStages } from '#shared/rules/journey.ts';
import { shownDay } from '#shared/rules/london.ts';
import type { ShownFile } from './client-file.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** HTML that needs no escaping. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Value = Html | string | number | null | undefined | readonly Html[];

function rendered(value: Value): string {
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map((part: Html) => part.text).join('');
  return String(value ?? '').replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

/** Escapes the values of a template, except {@link Html}; `null` is blank. */
export const html = (parts: TemplateStringsArray, ...values: Value[]) =>
  new Html(parts.map((part, i) => part + (i < values.length ? rendered(values[i]) : '')).join(''));

export const table = (title: string, heads: readonly string[], rows: readonly (readonly Value[])[]) =>
  html`<h2>${title}</h2>${
    rows.length === 0
      ? html`<p>None.</p>`
      : html`<table><thead><tr>${heads.map((head) => html`<th>${head}</th>`)}</tr></thead><tbody>${rows.map(
          (row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`,
        )}</tbody></table>`
  }`;

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#1a202c}
table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.4rem .6rem;border-bottom:1px solid #cbd5e0}
td{white-space:pre-wrap;overflow-wrap:anywhere}h2{margin-top:2.5rem}`;

const TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Europe/London' });
const time = (iso: string | null) => (iso && /T/.test(iso) ? TIME.format(new Date(iso)) : iso);
const words = (code: string) => code.replaceAll('_', ' ');
const stageWords = (stage: Stage) => (stage.notRequired ? 'not required' : words(stage.status));

type ReminderEmails = ShownFile['client']['reminderEmails'];

const reminderFacts = ({ disabled, pausedUntil, stoppedAt, sent, sinceVisit, lastOn }: ReminderEmails) =>
  [
    ['Reminders', disabled ? 'off for this client' : 'as the firm’s settings'],
    ['Reminders paused until', pausedUntil],
    ['Reminders stopped', time(stoppedAt)],
    ['Reminders sent', lastOn && `${sent}, ${sinceVisit} since the last visit, the last on ${lastOn}`],
  ] satisfies [string, string | null][];

const pounds = (amount: number | null | undefined) => (typeof amount === 'number' ? `£${grouped(amount)}` : null);

const adviceFacts = ({ advice }: ShownFile['client']): [string, string | null][] => [
  ['Initial charge', pounds(advice?.initial)],
  ['Ongoing charge, a year', pounds(advice?.ongoing)],
  ['How it is worked out', advice?.how ?? null],
  ['Charges agreed', advice?.agreedOn ? shownDay(advice.agreedOn) : null],
  ['Advice given', advice?.givenOn ? shownDay(advice.givenOn) : null],
  ['What the advice is about', advice?.about ?? null],
];

const facts = ({ client }: ShownFile): [string, string | null][] => [
  ['Name', client.name],
  ['E-mail', client.email],
  ['Mail', client.mailProblem && `${undelivered(client.mailProblem)}.`],
  ['Phone', client.phone],
  ['Adviser', client.adviserName],
  ['Status', words(client.status)],
  ['Added', time(client.createdAt)],
  ['Portal link made', time(client.link.issuedAt)],
  ['Portal link emailed', time(client.link.mailedAt)],
  ['Portal last opened', time(client.link.usedAt)],
  ...reminderFacts(client.reminderEmails),
  ['Completed', time(client.completedAt)],
  ['Adviser’s notes', client.description],
  ...adviceFacts(client),
  ['CashCalc', client.cashcalcLink],
  ['Intelliflo', client.intellifloLink],
  ['Dynamic Planner', client.dynamicPlannerLink],
  ['PipeDrive', client.pipedriveLink],
];

function journey({ stages }: ShownFile): Html {
  const all = flatStages(stages);
  const timesOf = (s: Stage) => [s.inProgressAt, s.completedAt, s.bookedFor].map(time);
  const rows = all.map((s) => [s.stageNumber, s.title, stageWords(s), ...timesOf(s)]);
  return table('Journey', ['Stage', 'Title', 'Status', 'Started', 'Completed', 'Booked for'], rows);
}

function documents(file: ShownFile, failed: ReadonlySet<string>): Html {
  const titles = new Map(file.tasks.map(({ id, title }) => [id, title]));
  const rows = file.documents.map((document) => {
    const link = html`<a href="${document.file.split('/').map(encodeURIComponent).join('/')}">${document.name}</a>`;
    const name = failed.has(document.id) ? html`${document.name} (could not be opened)` : link;
    const task = document.taskId && titles.get(document.taskId);
    return [name, task, document.type, document.fileSize, document.uploadedBy, time(document.uploadedAt)];
  });
  return table('Documents', ['Name', 'Task', 'Type', 'Bytes', 'Uploaded by', 'Uploaded'], rows);
}

function tasks(file: ShownFile): Html {
  const heads = ['Title', 'Description', 'Status', 'For', 'Due', 'Client’s notes', 'Adviser’s notes', 'Completed'];
  const rows = file.tasks.map((t) => [
    t.title,
    t.description,
    words(t.status),
    t.responsibility,
    time(t.dueDate),
    t.clientNotes,
    t.adviserNotes,
    time(t.completedAt),
  ]);
  return table('Tasks', heads, rows);
}

function requests(file: ShownFile): Html {
  const filesOf = (id: string) => file.documents.filter(({ requestId }) => requestId === id).map(({ name }) => name);
  const heads = ['Title', 'Help', 'State', 'Due', 'Files', 'Answer', 'Reason', 'Reason for waiving'];
  const rows = file.requests.map((r) => [
    r.title,
    r.help,
    r.state,
    time(r.dueDate),
    filesOf(r.id).join(', '),
    r.answer,
    r.reason,
    r.waivedReason,
  ]);
  return table('Requests', heads, rows);
}

function letters(file: ShownFile): Html {
  const numbers = new Map(file.plans.map(({ id, planNumber }) => [id, planNumber]));
  const heads = ['Provider', 'Plans', 'State', 'Sent', 'Ended', 'Missing', 'Steps'];
  const steps = (loa: ShownFile['loas'][number]) =>
    loa.steps
      .map(({ step, on, by, whom, ref, note }) => [`${on} ${step}`, by, whom, ref, note].filter(Boolean).join(', '))
      .join('\n');
  const rows = file.loas.map((loa) => [
    loa.provider,
    loa.planIds.map((id) => numbers.get(id) ?? 'deleted').join(', '),
    words(loa.state),
    loa.sentOn,
    loa.endedOn,
    loa.gaps.join(', '),
    steps(loa),
  ]);
  return table('Letters of Authority', heads, rows);
}

/** Returns a page without scripts or external resources. Times are London's. */
export function exportPage(file: ShownFile, failed: ReadonlySet<string>, now: Date): string {
  const plans = file.plans.map((p) => [p.provider, p.planType, p.planNumber, p.approxValuation, time(p.createdAt)]);
  const messages = file.messages.map((m) => [time(m.createdAt), m.senderType, m.content]);
  const devices = file.devices.map((d) => [
    d.label,
    d.by === 'phone' ? 'phone' : 'email',
    time(d.confirmedAt),
    time(d.lastAt),
  ]);
  const record = file.activity.map((a) => [time(a.at), a.actorName, a.summary]);
  const policy = html`<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`;
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">${policy}<meta name="viewport" content="width=device-width">
<title>${file.client.name}</title><style>${new Html(STYLE)}</style></head><body>
<h1>${file.client.name}</h1><p>All that is kept of this client, as of ${time(now.toISOString())}.</p>
${table('Client', ['', ''], facts(file))}
${journey(file)}
${documents(file, failed)}
${requests(file)}
${letters(file)}
${table('Plans', ['Provider', 'Type', 'Number', 'Valuation in £', 'Added'], plans)}
${tasks(file)}
${table('Messages', ['Sent', 'From', 'Message'], messages)}
${table('Devices', ['Device', 'Confirmed by', 'Confirmed', 'Last used'], devices)}
${table('Audit Log', ['When', 'Who', 'What'], record)}
</body></html>
`.text;
}
