import { Grid } from '@chakra-ui/react/grid';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useDeferredValue, useId } from 'react';
import type { PendingTask } from '#shared/contract/tasks.ts';
import { DUE_GROUPS, type DueGroup, dueGrouping } from '#shared/rules/due.ts';
import { useReach } from '../../../parts/account/reach.ts';
import { Sheet } from '../../../ui/layout/sheet.tsx';
import { type TaskHandlers, TaskItem } from './task-item.tsx';
import { TaskList } from './task-list.tsx';

/** Tasks that fill the first screen; the rest is rendered deferred. */
const FIRST = 40;

interface Props extends TaskHandlers {
  tasks: readonly PendingTask[];
  done: ReadonlySet<PendingTask>;
  /** Set if later tasks are not read yet, so that the last group may be larger. */
  hasMore: boolean;
}

function Group({ name, tasks, done, hasMore, ...actions }: Props & { name: DueGroup }) {
  const title = useId();
  const namesAdviser = useReach().seesOthers;
  return (
    <section aria-labelledby={title}>
      <chakra.h2 id={title} textStyle="md" mb="2" color={name === 'Overdue' ? 'red.fg' : 'fg'}>
        <span>{name}</span>{' '}
        <Text as="span" color="fg.muted" textStyle="sm" fontFamily="body" fontWeight="normal" letterSpacing="normal">
          {`${tasks.filter((task) => !done.has(task)).length}${hasMore ? '+' : ''}`}
        </Text>
      </chakra.h2>
      <Sheet overflow="hidden">
        <TaskList>
          {tasks.map((task) => (
            <TaskItem key={task.id} task={task} isDone={done.has(task)} namesAdviser={namesAdviser} {...actions} />
          ))}
        </TaskList>
      </Sheet>
    </section>
  );
}

/** Tasks by due date: overdue first, undated last. */
export function DueGroups({ tasks, hasMore, ...props }: Props) {
  const shown = useDeferredValue(tasks, tasks.slice(0, FIRST));
  const groupOf = dueGrouping(new Date());
  const groups = Map.groupBy(shown, ({ dueDate }) => groupOf(dueDate));
  const last = DUE_GROUPS.findLast((name) => groups.has(name));
  return (
    <Grid gap="6" templateColumns="minmax(0, 1fr)">
      {DUE_GROUPS.map((name) => {
        const own = groups.get(name);
        return own && <Group key={name} name={name} tasks={own} hasMore={hasMore && name === last} {...props} />;
      })}
    </Grid>
  );
}
