import { useQuery } from '@tanstack/react-query';
import { type ComponentType, lazy, useState } from 'react';
import { countOf } from '#shared/rules/words.ts';
import { PlainError } from '../../lib/http/api.ts';
import { useLazy } from '../../lib/screen/lazy.ts';
import { ErrorState } from '../../ui/eager/state.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { useClient } from './client-context.ts';
import { documentsQuery } from './queries.ts';
import { tasksQuery } from './tasks/queries.ts';

/** How much a section holds, with the words that name it in the section's link. */
interface Count {
  count: number;
  name: string;
  /** Set if it is unread, so that the number stands out. */
  isNew?: true;
}

/** A section of the client's page. */
export interface Section {
  /** Hash of the section's address. */
  id: string;
  label: string;
  /** Column below the fold; absent if the frame draws the section itself. */
  column?: 'work' | 'people';
  /** Module of the section, which is a chunk of its own. */
  load?: () => Promise<{ default: ComponentType }>;
  useCount?: () => Count | undefined;
}

function useDocumentCount() {
  const { id } = useClient().client;
  const { data } = useQuery({ ...documentsQuery(id), select: ({ length }) => length });
  return data ? { count: data, name: countOf(data, 'document') } : undefined;
}

function useOpenTaskCount() {
  const { id } = useClient().client;
  const { data } = useQuery({
    ...tasksQuery(id),
    select: (tasks) => tasks.filter(({ status }) => status !== 'completed').length,
  });
  return data ? { count: data, name: `${data} open` } : undefined;
}

function useUnreadCount(): Count | undefined {
  const { unread } = useClient().client;
  return unread > 0 ? { count: unread, name: `${unread} unread`, isNew: true } : undefined;
}

/** Sections of the client's page in reading order: its bar, hash targets, columns and chunks follow from this list. */
export const SECTIONS: readonly Section[] = [
  { id: 'overview', label: 'Overview' },
  { id: 'journey', label: 'Journey', column: 'work', load: () => import('./journey/stages-accordion.tsx') },
  {
    id: 'documents',
    label: 'Documents',
    column: 'work',
    load: () => import('./documents/documents-section.tsx'),
    useCount: useDocumentCount,
  },
  {
    id: 'tasks',
    label: 'Tasks',
    column: 'work',
    load: () => import('./tasks/tasks-section.tsx'),
    useCount: useOpenTaskCount,
  },
  {
    id: 'messages',
    label: 'Messages',
    column: 'people',
    load: () => import('./messages-panel.tsx'),
    useCount: useUnreadCount,
  },
  {
    id: 'portal',
    label: 'Portal',
    column: 'people',
    load: () => import('./portal-access/portal-access-card.tsx'),
  },
  { id: 'activity', label: 'Activity', column: 'people', load: () => import('./activity/activity-timeline.tsx') },
];

const NOT_FETCHED = new PlainError('Please check your connection and try again.');

/** Stands in for a section whose code could not be fetched, and fetches it again on request. */
function MissingSection({ id, label, load }: Section & Required<Pick<Section, 'load'>>) {
  const [attempt, setAttempt] = useState(0);
  const Content = useLazy(load, attempt);
  if (Content) return <Content />;
  return (
    <Panel id={id} tabIndex={-1} title={label}>
      <ErrorState
        title="This section could not be loaded"
        error={NOT_FETCHED}
        onRetry={() => setAttempt(attempt + 1)}
      />
    </Panel>
  );
}

/** Returns a section with the element that the columns draw; `fetchCode` fetches its code before it is drawn. */
function drawable({ load, ...section }: Section & Required<Pick<Section, 'load'>>) {
  let code: ReturnType<typeof load> | undefined;
  const fetchCode = () => {
    code ??= load().catch(() => ({ default: () => <MissingSection {...section} load={load} /> }));
    return code;
  };
  const Content = lazy(fetchCode);
  // Hoisted so that React skips sections that are already rendered.
  return { ...section, element: <Content key={section.id} />, fetchCode };
}
const DRAWN = SECTIONS.flatMap(({ load, ...section }) => (load ? [drawable({ load, ...section })] : []));
const inColumn = (name: Section['column']) => DRAWN.filter(({ column }) => column === name);

/** The sections of the two columns, from top to bottom. */
export const COLUMNS = [inColumn('work'), inColumn('people')];

// These are seen first. The others' code would delay the page's own data on a slow line.
for (const [top] of COLUMNS) top?.fetchCode();
