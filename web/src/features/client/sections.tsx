import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { countOf } from '#shared/rules/counted-words.ts';
import { queryClient } from '../../lib/query/query.ts';
import { loasQuery } from '../../parts/loa/loas.ts';
import { messagesQuery } from '../../parts/message/client-messages.ts';
import { requestsQuery } from '../../parts/request/requests.ts';
import { Boundary } from '../../ui/eager/boundary.tsx';
import { lazyPart, type PartLoader, type Retry } from '../../ui/eager/lazy-part.tsx';
import { Crashed, NotLoaded } from '../../ui/eager/state.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { useClient } from './client-context.ts';
import { SectionContext, useSection } from './navigation.ts';
import { Overview } from './overview/overview.tsx';
import { auditLogQuery, documentsQuery, plansQuery, tasksQuery } from './queries.ts';

/** Number of items in a section, with its text for screen readers. */
interface Count {
  count: number;
  name: string;
  /** Set for items that wait for the user, to highlight the number. */
  isNew?: true;
}

interface Named {
  /** Also the hash of the section's address. */
  id: string;
  label: string;
  column: 'top' | 'work' | 'people';
  /** Reads the section's data, beside the client's own. */
  prefetch?: (clientId: string) => Promise<void>;
  useCount?: () => Count | undefined;
}

/** Section with its component, or with a function that loads it as a separate chunk. */
type Section = Named & ({ Content: ComponentType } | { load: PartLoader<object> });

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

function useOpenLetterCount() {
  const { openLoas: count } = useClient().client;
  return count > 0 ? { count, name: `${countOf(count, 'letter')} under way` } : undefined;
}

function useReviewCount(): Count | undefined {
  const { requestsToReview: count } = useClient().client;
  return count > 0 ? { count, name: `${count} to review`, isNew: true } : undefined;
}

function useUnreadCount(): Count | undefined {
  const { unread } = useClient().client;
  return unread > 0 ? { count: unread, name: `${unread} unread`, isNew: true } : undefined;
}

/** Sections in reading order. The bar, link targets, columns, chunks and first reads derive from this list. */
const LIST: readonly Section[] = [
  { id: 'overview', label: 'Overview', column: 'top', Content: Overview },
  { id: 'journey', label: 'Journey', column: 'work', load: () => import('./journey/stages-accordion.tsx') },
  {
    id: 'loas',
    label: 'Plans & Letters',
    column: 'work',
    load: () => import('./plans/plans-section.tsx'),
    prefetch: async (id) => {
      await Promise.all([queryClient.prefetchQuery(plansQuery(id)), queryClient.prefetchQuery(loasQuery(id))]);
    },
    useCount: useOpenLetterCount,
  },
  {
    id: 'tasks',
    label: 'Tasks',
    column: 'work',
    load: () => import('./tasks/tasks-section.tsx'),
    prefetch: (id) => queryClient.prefetchQuery(tasksQuery(id)),
    useCount: useOpenTaskCount,
  },
  {
    id: 'requests',
    label: 'Requests',
    column: 'work',
    load: () => import('./requests/requests-section.tsx'),
    prefetch: (id) => queryClient.prefetchQuery(requestsQuery(id)),
    useCount: useReviewCount,
  },
  {
    id: 'documents',
    label: 'Documents',
    column: 'work',
    load: () => import('./documents/documents-section.tsx'),
    prefetch: (id) => queryClient.prefetchQuery(documentsQuery(id)),
    useCount: useDocumentCount,
  },
  {
    id: 'messages',
    label: 'Messages',
    column: 'people',
    load: () => import('./messages-panel.tsx'),
    prefetch: (id) => queryClient.prefetchInfiniteQuery(messagesQuery(id)),
    useCount: useUnreadCount,
  },
  { id: 'portal', label: 'Portal', column: 'people', load: () => import('./portal-access/portal-access-card.tsx') },
  {
    id: 'activity',
    label: 'Audit Log',
    column: 'people',
    load: () => import('./audit-log/audit-timeline.tsx'),
    prefetch: (id) => queryClient.prefetchInfiniteQuery(auditLogQuery(id)),
  },
];

/** Returns a component that shows why a section is missing, in its place and under its name. */
const instead = (Reason: ComponentType<Retry>) =>
  function MissingSection({ onRetry }: Retry) {
    const section = useSection();
    const title = LIST.find(({ id }) => id === section.id)?.label ?? '';
    return (
      <Panel {...section} title={title}>
        <Reason onRetry={onRetry} />
      </Panel>
    );
  };
const MissingSection = instead(NotLoaded);
const CrashedSection = instead(Crashed);

/** Makes a component whose chunk is loaded when it is first rendered, or earlier by `fetchCode`. */
const lazyContent = (load: PartLoader<object>) => ({
  Content: lazyPart(load, MissingSection),
  fetchCode: () => void load().catch(() => undefined),
});

/** Adds the element to a section, and `fetchCode`, which preloads its code. */
function withElement(section: Section) {
  const { id, label, column, prefetch, useCount } = section;
  const { Content, fetchCode } =
    'load' in section ? lazyContent(section.load) : { ...section, fetchCode: () => undefined };
  // Hoisted so that React skips sections that are already rendered.
  const element = (
    <SectionContext key={id} value={id}>
      <Boundary Failed={CrashedSection}>
        <Content />
      </Boundary>
    </SectionContext>
  );
  return { id, label, column, prefetch, useCount, element, fetchCode };
}

export const CLIENT_SECTIONS = LIST.map(withElement);
const inColumn = (name: Section['column']) => CLIENT_SECTIONS.filter(({ column }) => column === name);

export const TOP = inColumn('top');
export const WORK_COLUMNS = [inColumn('work'), inColumn('people')];

const FIRST = WORK_COLUMNS.flatMap((sections) => sections.slice(0, 1));
/** Sections below the top in the order in which they are rendered: those that are seen first, then the others. */
export const ORDER = [...FIRST, ...WORK_COLUMNS.flatMap((sections) => sections.slice(1))];

// Preloads only the sections that are seen first: more code would delay the page's data on a slow connection.
for (const { fetchCode } of FIRST) fetchCode();
