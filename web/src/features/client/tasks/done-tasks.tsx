import { Box } from '@chakra-ui/react/box';
import type { Task } from '#shared/contract/tasks.ts';
import { anchorOf } from '#shared/rules/notices.ts';
import { countOf } from '#shared/rules/words.ts';
import { Disclosure } from '../disclosure.tsx';
import { useFold } from '../use-fold.ts';
import { TaskRow } from './task-row.tsx';

interface Props {
  tasks: readonly Task[];
  onComplete: (task: Task) => Promise<unknown>;
}

/** Completed tasks, the last completed first, folded until somebody asks for them or the address leads to one of them. */
export function DoneTasks({ tasks, onComplete }: Props) {
  const [open = false, setOpen] = useFold(tasks.map(({ id }) => anchorOf.tasks(id)));
  return (
    <Disclosure
      open={open}
      onToggle={() => setOpen(!open)}
      summary={
        <Box as="span" textStyle="sm" color="fg.muted">
          {countOf(tasks.length, 'completed task')}
        </Box>
      }
    >
      <Box as="ul" listStyleType="none">
        {tasks
          .toSorted((a, b) => (b.completedAt ?? '').localeCompare(a.completedAt ?? ''))
          .map((task) => (
            <TaskRow key={task.id} task={task} onComplete={onComplete} />
          ))}
      </Box>
    </Disclosure>
  );
}
