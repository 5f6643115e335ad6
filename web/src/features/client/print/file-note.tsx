import { chakra } from '@chakra-ui/react/styled-system';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import type { Stage } from '#shared/contract/journey.ts';
import { stageDisplay } from '#shared/rules/journey.ts';
import { formatDate } from '../../../lib/text/format.ts';
import { CLIENT_STATUS, STAGE_LOOK } from '../../../parts/client/status-badge.tsx';
import { useFirmName } from '../../../parts/settings.ts';
import { RESPONSIBILITY_LABEL } from '../../../parts/task/task-labels.ts';
import { useClient } from '../client-context.ts';
import { journeyFacts, stageLabel } from '../journey/journey-facts.ts';
import { activityQuery, documentsQuery } from '../queries.ts';
import { tasksQuery } from '../tasks/queries.ts';

/** A sheet that only paper shows, in place of the screen, in ink on white whatever the theme. */
const Paper = chakra('main', {
  base: {
    display: 'none',
    _print: { display: 'block' },
    fontSize: '9pt',
    lineHeight: '1.35',
    overflowWrap: 'anywhere',
    '& h1': { fontSize: '17pt' },
    '& h2': { fontSize: '11pt', mt: '3.5', mb: '1', borderBottomWidth: '1px' },
    '& .notes': { whiteSpace: 'pre-wrap' },
    '& ul': { listStyleType: 'none' },
    '& table': { width: 'full', borderCollapse: 'collapse' },
    '& th, & td': { textAlign: 'start', verticalAlign: 'top', py: '0.5', pe: '3' },
    '& th': { fontWeight: 'semibold' },
    '& li': { lineClamp: '2', mb: '0.5' },
    '& .beside': { display: 'grid', gridTemplateColumns: '1fr 1fr', columnGap: '6' },
  },
});

const dayOf = (time: string | null) => (time ? formatDate(time) : '–');

/** What of a stage's steps is done, by their numbers, and what is not needed. */
function stepsOf({ subStages }: Stage): string {
  const numbers = (steps: readonly Stage[]) => steps.map(({ stageNumber }) => stageNumber).join(', ');
  const done = numbers(subStages.filter(({ status, notRequired }) => status === 'completed' && !notRequired));
  const left = numbers(subStages.filter(({ notRequired }) => notRequired));
  return [done, left && `(not required: ${left})`].filter(Boolean).join(' ') || '–';
}

/** The journey as a table: how each stage stands, since when, and which of its steps are done. */
function PrintedJourney() {
  const { client, stages } = useClient();
  return (
    <section>
      <h2>Journey</h2>
      <table>
        <thead>
          <tr>
            {['Stage', 'Status', 'Started', 'Completed', 'Steps done'].map((title) => (
              <th key={title}>{title}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {stages.map((stage) => (
            <tr key={stage.id}>
              <td>{stageLabel(stage)}</td>
              <td>{STAGE_LOOK[stageDisplay(stage, client.completed)][0]}</td>
              <td>{dayOf(stage.inProgressAt)}</td>
              <td>{dayOf(stage.completedAt)}</td>
              <td>{stepsOf(stage)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface Props<T> {
  items: readonly T[];
  /** Most that are shown; of further ones it says how many there are. */
  most: number;
  /** What stands in place of none. */
  none: string;
  children: (item: T) => ReactNode;
}

/** The first items of a list, and how many more there are: paper does not scroll. */
function ShortList<T extends { id: string }>({ items, most, none, children }: Props<T>) {
  const more = items.length - most;
  if (items.length === 0) return <p>{none}</p>;
  return (
    <ul>
      {items.slice(0, most).map((item) => (
        <li key={item.id} dir="auto">
          {children(item)}
        </li>
      ))}
      {more > 0 && <li>{`and ${more} more`}</li>}
    </ul>
  );
}

const paper = window.matchMedia('print');
let isAsked = false;

function subscribe(listener: () => void) {
  const set = (is: boolean) => () => {
    isAsked = is;
    listener();
  };
  const [begin, end] = [set(true), set(false)];
  window.addEventListener('beforeprint', begin);
  window.addEventListener('afterprint', end);
  paper.addEventListener('change', listener);
  return () => {
    window.removeEventListener('beforeprint', begin);
    window.removeEventListener('afterprint', end);
    paper.removeEventListener('change', listener);
  };
}

/** Whether the page is being printed, so that what only paper shows costs the screen nothing. */
const usePrinting = () => useSyncExternalStore(subscribe, () => isAsked || paper.matches);

const MOST_TASKS = 8;
const MOST_DOCUMENTS = 6;
const MOST_LINES = 6;
/** Most of the notes, in characters and in lines, that leave room for the rest of the page. */
const MOST_OF_NOTES = 600;
const MOST_LINES_OF_NOTES = 6;

/** As much of the notes as a page has room for. */
function inShort(notes: string): string {
  const lines = notes.split('\n');
  const text = lines.slice(0, MOST_LINES_OF_NOTES).join('\n').slice(0, MOST_OF_NOTES);
  return text.length < notes.length ? `${text.trimEnd()} … (shortened)` : text;
}

function Head() {
  const { client, stages } = useClient();
  const { percent, current } = journeyFacts(stages, client);
  const contact = [client.email, client.phone].filter(Boolean).join(' · ');
  const status = client.completed ? 'Completed' : CLIENT_STATUS[client.status][0];
  return (
    <header>
      <p>{`${useFirmName()} · File note · Printed ${formatDate(new Date().toISOString())}`}</p>
      <h1 dir="auto">{client.name}</h1>
      <p>{`${contact} · Adviser: ${client.adviserName}`}</p>
      <p>{`Status: ${status} · Journey: ${percent}%, ${current}`}</p>
    </header>
  );
}

function Tasks() {
  const { client } = useClient();
  const { data = [] } = useQuery({ ...tasksQuery(client.id), enabled: false });
  const open = data
    .filter(({ status }) => status !== 'completed')
    .toSorted((a, b) => (a.dueDate ?? '9999').localeCompare(b.dueDate ?? '9999'));
  return (
    <section>
      <h2>Open tasks</h2>
      <ShortList items={open} most={MOST_TASKS} none="None.">
        {({ title, responsibility, dueDate }) =>
          `${title} (${RESPONSIBILITY_LABEL[responsibility]}; ${dueDate ? `due ${formatDate(dueDate)}` : 'no due date'})`
        }
      </ShortList>
    </section>
  );
}

function Documents() {
  const { client } = useClient();
  const { data = [] } = useQuery({ ...documentsQuery(client.id), enabled: false });
  return (
    <section>
      <h2>Documents</h2>
      <ShortList items={data} most={MOST_DOCUMENTS} none="None.">
        {({ name, uploadedAt, uploadedBy }) => `${name} (${uploadedBy}, ${formatDate(uploadedAt)})`}
      </ShortList>
    </section>
  );
}

function Recent() {
  const { client } = useClient();
  const { data = [] } = useInfiniteQuery({ ...activityQuery(client.id), enabled: false });
  return (
    <section>
      <h2>Recent activity</h2>
      <ShortList items={data.slice(0, MOST_LINES)} most={MOST_LINES} none="None.">
        {({ at, summary, actorName }) => `${formatDate(at)}: ${summary} (${actorName})`}
      </ShortList>
    </section>
  );
}

function Notes() {
  const { description } = useClient().client;
  return (
    <section>
      <h2>Notes (internal: for advisers only)</h2>
      <p className="notes" dir="auto">
        {description ? inShort(description) : 'None.'}
      </p>
    </section>
  );
}

/** The client's page on paper: a file note of one page of A4, in ink on white, in place of the screen. */
export function FileNote() {
  if (!usePrinting()) return null;
  return createPortal(
    <Paper data-paper>
      <Head />
      <PrintedJourney />
      <Tasks />
      <Notes />
      <div className="beside">
        <Documents />
        <Recent />
      </div>
    </Paper>,
    document.body,
  );
}
