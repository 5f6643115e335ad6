import { Text } from '@chakra-ui/react/text';
import { CircleCheckBig } from 'lucide-react';
import { GROUPED_BY } from '../../../parts/filter/address-filter.ts';
import { List, NoneFound, RowsLoading } from '../../../parts/list/list.tsx';
import { ListPage } from '../../../parts/list/list-page.tsx';
import { AssignTask } from '../../../parts/task/assign-task.tsx';
import { EmptyState } from '../../../ui/eager/state.tsx';
import { DueGroups } from './due-groups.tsx';
import { TaskFilter } from './task-filter.tsx';
import { TaskTabs } from './task-tabs.tsx';
import { useCompleting } from './use-completing.ts';
import { useDateDialog } from './use-task-dialogs.tsx';
import { useTasks } from './use-tasks.ts';

export { loader } from './queries.ts';

const Nothing = () => (
  <EmptyState icon={CircleCheckBig} title="No pending tasks">
    <Text>All your tasks are up to date</Text>
  </EmptyState>
);

export function Component() {
  const { filter, list, all, rows, isRead, isNone, hasMore } = useTasks({ own: true });
  const { done, complete } = useCompleting();
  const { onDate, dateDialog } = useDateDialog();
  return (
    <ListPage
      title="Pending Adviser Tasks"
      subtitle="Tasks requiring your attention"
      actions={<AssignTask />}
      tabs={<TaskTabs />}
      label="Tasks"
    >
      <List
        list={list}
        rows={rows}
        noun="tasks"
        failure="Your tasks could not be loaded"
        loading={<RowsLoading label="Loading tasks..." count={5} height="4.25rem" mb="2" />}
        nothing={isNone && <Nothing />}
        tools={isRead && <TaskFilter tasks={all} filter={filter} />}
        noneFound={<NoneFound noun="tasks" onClear={() => filter.clear(GROUPED_BY)} />}
      >
        {(tasks) => <DueGroups tasks={tasks} hasMore={hasMore} done={done} onComplete={complete} onDate={onDate} />}
      </List>
      {dateDialog}
    </ListPage>
  );
}
