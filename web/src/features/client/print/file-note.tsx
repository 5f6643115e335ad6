import { chakra } from '@chakra-ui/react/styled-system';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import type { Stage } from '#shared/contract/journey.ts';
import { sayActor } from '#shared/rules/colleagues.ts';
import { stageDisplay } from '#shared/rules/journey.ts';
import { sayDay } from '#shared/rules/say-date.ts';
import { dotted } from '../../../lib/text/format.ts';
import { PaperFoot } from '../../../parts/paper-foot.tsx';
import { useFirmName } from '../../../parts/settings.ts';
import { CLIENT_STATUS, STAGE_LOOK } from '../../../parts/status/status-badges.tsx';
import { RESPONSIBILITY_LABEL } from '../../../parts/task/task-labels.ts';
import { useClient } from '../client-context.ts';
import { journeyFacts, stageLabel } from '../journey-facts.ts';
import { adviceWords } from '../overview/advice-words.ts';
import { auditLogQuery, documentsQuery, tasksQuery } from '../queries.ts';

/** Sheet that is printed instead of the screen. */
const Paper = chakra('main', {
  base: {
    display: 'none',
    _print: { display: 'block' },
    fontSize: '9pt',
    lineHeight: '1.35',
    overflowWrap: 'anywhere',
    '& h1': { fontSize: '17pt' },
    '& h2': { fontSize: '11pt', mt: '2.5', mb: '1', borderBottomWidth: '1px' },
    '& .notes': { whiteSpace: 'pre-wrap' },
    '& ul': { listStyleType: 'none' },
    '& table': { width: 'full', borderCollapse: 'collapse' },
    '& th, & td': { textAlign: 'start', verticalAlign: 'top', py: '0.5', pe: '3' },
    '& th': { fontWeight: 'semibold' },
    '& .charges': { lineClamp: '2' },
    '& li': { lineClamp: '2', mb: '0.5' },
    '& .beside': { display: 'grid', gridTemplateColumns: '1fr 1fr', columnGap: '6' },
  },
});

const dayOf = (time: string | null) => (time ? sayDay(time) : '–');

/** Returns the numbers of the completed steps, and of those not required. */
function stepsOf({ subStages }: Stage): string {
  const numbers = (steps: readonly Stage[]) => steps.map(({ stageNumber }) => stageNumber).join(', ');
  const done = numbers(subStages.filter(({ status, notRequired }) => status === 'completed' && !notRequired));
  const left = numbers(subStages.filter(({ notRequired }) => notRequired));
  return [done, left && `(not required: ${left})`].filter(Boolean).join(' ') || '–';
}

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
  /** Maximum number of items. Further ones are only counted. */
  most: number;
  /** Set if only some pages were read, so that further items cannot be counted. */
  isPaged?: boolean;
  /** Text for an empty list. */
  none: string;
  children: (item: T) => ReactNode;
}

/** Lists the first items and counts the rest, because paper does not scroll. */
function ShortList<T extends { id: string }>({ items, most, isPaged, none, children }: Props<T>) {
  const more = items.length - most;
  if (items.length === 0) return <p>{none}</p>;
  return (
    <ul>
      {items.slice(0, most).map((item) => (
        <li key={item.id} dir="auto">
          {children(item)}
        </li>
      ))}
      {more > 0 && !isPaged && <li>{`and ${more} more`}</li>}
    </ul>
  );
}

const paper = window.matchMedia('print');
let isPrinting = false;

function subscribe(listener: () => void) {
  const set = (is: boolean) => () => {
    isPrinting = is;
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

/** Returns true during printing, so that the screen does not render the file note. */
const usePrinting = () => useSyncExternalStore(subscribe, () => isPrinting || paper.matches);

const MOST_TASKS = 8;
const MOST_DOCUMENTS = 6;
const MOST_LINES = 6;
/** Limits of the notes in characters and lines, so that the file note fits on one page. */
const MOST_OF_NOTES = 350;
const MOST_LINES_OF_NOTES = 3;

function shortened(notes: string): string {
  const lines = notes.split('\n');
  const text = lines.slice(0, MOST_LINES_OF_NOTES).join('\n').slice(0, MOST_OF_NOTES);
  return text.length < notes.length ? `${text.trimEnd()} … (shortened)` : text;
}

function Head() {
  const { client, stages } = useClient();
  const { percent, current } = journeyFacts(stages, client);
  const { advice } = client;
  const { how, about } = advice ?? {};
  const status = client.completed ? 'Completed' : CLIENT_STATUS[client.status][0];
  return (
    <header>
      <p>{dotted([useFirmName(), 'File note', `Printed ${sayDay(new Date().toISOString())}`])}</p>
      <h1 dir="auto">{client.name}</h1>
      <p>{dotted([client.email, client.phone, `Adviser: ${client.adviserName}`])}</p>
      <p>{dotted([`Status: ${status}`, `Journey: ${percent}%, ${current}`])}</p>
      {advice && (
        <p className="charges" dir="auto">
          {dotted([adviceWords(advice), how && `Worked out: ${how}`, about && `About: ${about}`])}
        </p>
      )}
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
          `${title} (${RESPONSIBILITY_LABEL[responsibility]}; ${dueDate ? `due ${sayDay(dueDate)}` : 'no due date'})`
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
        {({ name, uploadedAt, uploadedBy }) => `${name} (${uploadedBy}, ${sayDay(uploadedAt)})`}
      </ShortList>
    </section>
  );
}

function Recent() {
  const { client } = useClient();
  const { data = [] } = useInfiniteQuery({ ...auditLogQuery(client.id), enabled: false });
  return (
    <section>
      <h2>Recent audit log entries</h2>
      <ShortList items={data} most={MOST_LINES} isPaged none="None.">
        {(entry) => `${sayDay(entry.at)}: ${entry.summary} (${sayActor(entry)})`}
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
        {description ? shortened(description) : 'None.'}
      </p>
    </section>
  );
}

/** Prints the client's page as a file note of one A4 page. */
export default function FileNote() {
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
      <PaperFoot />
    </Paper>,
    document.body,
  );
}
