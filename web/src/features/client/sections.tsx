import { useQuery } from '@tanstack/react-query';
import { type ComponentType, lazy, useState } from 'react';
import { countOf } from '#shared/rules/counted-words.ts';
import { PlainError } from '../../lib/http/api.ts';
import { useLazy } from '../../lib/screen/lazy.ts';
import { ErrorState } from '../../ui/eager/state.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { useClient } from './client-context.ts';
import { documentsQuery, tasksQuery } from './queries.ts';

/** Number of items in a section, with its text for screen readers. */
interface Count {
  count: number;
  name: string;
  /** Set for unread items, to highlight the number. */
  isNew?: true;
}

export interface Section {
  /** Also the hash of the section's address. */
  id: string;
  label: string;
  /** Column below the fold. Undefined if the page frame renders the section itself. */
  column?: 'work' | 'people';
  /** Loads the section's chunk. */
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

/** Sections in reading order. The bar, the hash targets, the columns and the chunks derive from this list. */
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
  { id: 'activity', label: 'Audit Log', column: 'people', load: () => import('./audit-log/audit-timeline.tsx') },
];

const NOT_FETCHED = new PlainError('Please check your connection and try again.');

/** Shown if a section's code could not be loaded; a button loads it again. */
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

/** Adds the element to a section, and `fetchCode`, which preloads its code. */
function withElement({ load, ...section }: Section & Required<Pick<Section, 'load'>>) {
  let code: ReturnType<typeof load> | undefined;
  const fetchCode = () => {
    code ??= load().catch(() => ({ default: () => <MissingSection {...section} load={load} /> }));
    return code;
  };
  const Content = lazy(fetchCode);
  // Hoisted so that React skips sections that are already rendered.
  return { ...section, element: <Content key={section.id} />, fetchCode };
}
const COLUMN_SECTIONS = SECTIONS.flatMap(({ load, ...section }) => (load ? [withElement({ load, ...section })] : []));
const inColumn = (name: Section['column']) => COLUMN_SECTIONS.filter(({ column }) => column === name);

export const COLUMNS = [inColumn('work'), inColumn('people')];

// Preloads only the sections that are seen first: more code would delay the page's data on a slow connection.
for (const [top] of COLUMNS) top?.fetchCode();
