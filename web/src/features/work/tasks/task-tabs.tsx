import { useQuery } from '@tanstack/react-query';
import { paths } from '../../../lib/navigation/paths.ts';
import { pendingTasksQuery } from '../../../parts/task/pending-tasks.ts';
import { WorkTabs } from '../work-tabs.tsx';
import { ofAdvisers } from './queries.ts';

/** Tabs of both task pages, whose lists are one read. */
export function TaskTabs() {
  const { data } = useQuery(pendingTasksQuery);
  return <WorkTabs lists={{ [paths.tasks]: data && ofAdvisers(data), [paths.pendingTasks]: data }} />;
}
