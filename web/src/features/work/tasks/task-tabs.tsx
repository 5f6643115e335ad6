import { useInfiniteQuery } from '@tanstack/react-query';
import { paths } from '../../../lib/navigation/paths.ts';
import { pendingPagesQuery } from '../../../parts/task/pending-tasks.ts';
import { WorkTabs } from '../work-tabs.tsx';
import { ofAdvisers } from './queries.ts';

/** Tabs of both task pages, whose lists are one read. Without numbers while there may be more than was read. */
export function TaskTabs() {
  const { data: read, hasNextPage } = useInfiniteQuery(pendingPagesQuery());
  const data = hasNextPage ? undefined : read;
  return <WorkTabs lists={{ [paths.tasks]: data && ofAdvisers(data), [paths.pendingTasks]: data }} />;
}
