import { type Cell, time, words } from '#functions/domain/noun.ts';
import type { SectionByHand } from '#functions/domain/nouns.ts';
import type { TaskItem } from '#functions/domain/tasks/task.ts';
import * as KEYS from '#functions/services/keys/item-kinds.ts';
import { idOfChild } from '#functions/services/keys/keys.ts';
import type { Stage } from '#shared/contract/journey.ts';
import { undelivered } from '#shared/rules/clients.ts';
import { grouped } from '#shared/rules/counted-words.ts';
import { flatStages } from '#shared/rules/journey.ts';
import { sayDay } from '#shared/rules/say-date.ts';
import type { ExportedClient } from './client-file.ts';

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

type Value = Html | Cell | readonly Html[];

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

const stageWords = (stage: Stage) => (stage.notRequired ? 'not required' : words(stage.status));

type Shown = ExportedClient['shown'];
type ReminderEmails = Shown['client']['reminderEmails'];

const reminderFacts = ({ disabled, pausedUntil, stoppedAt, sent, sinceVisit, lastOn }: ReminderEmails) =>
  [
    ['Reminders', disabled ? 'off for this client' : 'as the firm’s settings'],
    ['Reminders paused until', pausedUntil],
    ['Reminders stopped', time(stoppedAt)],
    ['Reminders sent', lastOn && `${sent}, ${sinceVisit} since the last visit, the last on ${lastOn}`],
  ] satisfies [string, string | null][];

const pounds = (amount: number | null | undefined) => (typeof amount === 'number' ? `£${grouped(amount)}` : null);

const adviceFacts = ({ advice }: Shown['client']): [string, string | null][] => [
  ['Initial charge', pounds(advice?.initial)],
  ['Ongoing charge, a year', pounds(advice?.ongoing)],
  ['How it is worked out', advice?.how ?? null],
  ['Charges agreed', advice?.agreedOn ? sayDay(advice.agreedOn) : null],
  ['Advice given', advice?.givenOn ? sayDay(advice.givenOn) : null],
  ['What the advice is about', advice?.about ?? null],
];

const facts = ({ client }: Shown): [string, string | null][] => [
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

function journey({ shown: { stages } }: ExportedClient): Html {
  const all = flatStages(stages);
  const timesOf = (s: Stage) => [s.inProgressAt, s.completedAt, s.bookedFor].map(time);
  const rows = all.map((s) => [s.stageNumber, s.title, stageWords(s), ...timesOf(s)]);
  return table('Journey', ['Stage', 'Title', 'Status', 'Started', 'Completed', 'Booked for'], rows);
}

function documents({ shown, of }: ExportedClient, failed: ReadonlySet<string>): Html {
  const titles = new Map(of<TaskItem>(KEYS.task).map((task) => [idOfChild(task), task.summary.title]));
  const rows = shown.documents.map((document) => {
    const link = html`<a href="${document.file.split('/').map(encodeURIComponent).join('/')}">${document.name}</a>`;
    const name = failed.has(document.id) ? html`${document.name} (could not be opened)` : link;
    const task = document.taskId && titles.get(document.taskId);
    return [name, task, document.type, document.fileSize, document.uploadedBy, time(document.uploadedAt)];
  });
  return table('Documents', ['Name', 'Task', 'Type', 'Bytes', 'Uploaded by', 'Uploaded'], rows);
}

/** Tables of the sections that are written by hand, or the reason for leaving one out. */
const BY_HAND = {
  client: ({ shown }) => table('Client', ['', ''], facts(shown)),
  stages: journey,
  signature: 'Shown as the completion of its stage.',
  documents,
  notices: 'Shown in the audit log.',
} satisfies Record<SectionByHand, ((client: ExportedClient, failed: ReadonlySet<string>) => Html) | string>;

/** Returns a page without scripts or external resources. Times are London's. */
export function exportPage(exported: ExportedClient, failed: ReadonlySet<string>, now: Date): string {
  const { name } = exported.shown.client;
  const tables = [
    ...Object.values(BY_HAND).flatMap((part) => (typeof part === 'string' ? [] : part(exported, failed))),
    ...exported.sections.map(({ title, heads, rows }) => table(title, heads, rows)),
  ];
  const policy = html`<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`;
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">${policy}<meta name="viewport" content="width=device-width">
<title>${name}</title><style>${new Html(STYLE)}</style></head><body>
<h1>${name}</h1><p>All that is kept of this client, as of ${time(now.toISOString())}.</p>
${new Html(tables.map(({ text }) => text).join('\n'))}
</body></html>
`.text;
}
