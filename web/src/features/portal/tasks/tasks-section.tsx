import { Box } from '@chakra-ui/react/box';
import { Text } from '@chakra-ui/react/text';
import type { ClientTask } from '#shared/contract/tasks.ts';
import { ANCHORS } from '../anchors.tsx';
import { DoneRows } from '../row.tsx';
import { Section } from '../section.tsx';
import { useCompletions, usePortalTasks } from './completions.tsx';
import { inOrder, isOpenTask } from './next-step.ts';
import { PortalTaskRow } from './task-row.tsx';

const List = ({ tasks }: { tasks: readonly ClientTask[] }) => {
  const next = tasks.find(isOpenTask);
  return (
    <Box as="ul" listStyleType="none">
      {tasks.map((task) => (
        <PortalTaskRow key={task.id} task={task} startsOpen={task === next} />
      ))}
    </Box>
  );
};

/** The client's tasks in order, with those completed earlier collapsed. Renders nothing without tasks. */
export function TasksSection() {
  const { all } = useCompletions();
  const tasks = usePortalTasks();
  if (tasks.length === 0) return null;
  // Tasks completed in this visit keep their place, with the text about what happens next.
  const isHere = (task: ClientTask) => isOpenTask(task) || all.has(task.id);
  const here = inOrder(tasks.filter(isHere));
  const before = tasks.filter((task) => !isHere(task));
  return (
    <Section title="Your Tasks" id={ANCHORS.tasks}>
      {here.length > 0 ? <List tasks={here} /> : <Text color="fg.muted">Everything here is done. Thank you.</Text>}
      {before.length > 0 && (
        <DoneRows count={before.length}>
          <List tasks={before} />
        </DoneRows>
      )}
    </Section>
  );
}
