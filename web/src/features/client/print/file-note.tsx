import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { createPortal } from 'react-dom';
import { formatDate } from '../../../lib/text/format.ts';
import { CLIENT_STATUS } from '../../../parts/client/status-badge.tsx';
import { useFirmName } from '../../../parts/settings.ts';
import { RESPONSIBILITY_LABEL } from '../../../parts/task/task-labels.ts';
import { activityQuery } from '../activity/queries.ts';
import { useClient } from '../client-context.ts';
import { documentsQuery } from '../documents/queries.ts';
import { journeyFacts } from '../journey/journey-facts.ts';
import { tasksQuery } from '../tasks/queries.ts';
import { Paper } from './paper.tsx';
import { PrintedJourney } from './printed-journey.tsx';
import { ShortList } from './short-list.tsx';
import { usePrinting } from './use-printing.ts';

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
  return (
    <header>
      <p>
        {useFirmName()} · File note · Printed {formatDate(new Date().toISOString())}
      </p>
      <h1 dir="auto">{client.name}</h1>
      <p>
        {contact} · Adviser: {client.adviserName}
      </p>
      <p>
        Status: {client.completed ? 'Completed' : CLIENT_STATUS[client.status][0]} · Journey: {percent}%, {current}
        {client.completedAt && ` on ${formatDate(client.completedAt)}`}
      </p>
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
