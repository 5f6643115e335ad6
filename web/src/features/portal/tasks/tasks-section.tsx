import { Box } from '@chakra-ui/react/box';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { ChevronDown } from 'lucide-react';
import type { ClientTask } from '#shared/contract/tasks.ts';
import { ANCHORS } from '../anchors.ts';
import { Section } from '../section.tsx';
import { useCompletions, useTasks } from './completions.tsx';
import { inOrder, isOpen } from './next-step.ts';
import { TaskCard } from './task-card.tsx';

const List = ({ tasks }: { tasks: readonly ClientTask[] }) => (
  <Box as="ul" listStyleType="none" display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="3">
    {tasks.map((task) => (
      <TaskCard key={task.id} task={task} />
    ))}
  </Box>
);

/** Tasks that were done before, folded to a line. */
const Done = ({ tasks }: { tasks: readonly ClientTask[] }) => (
  <chakra.details mt="3" css={{ '&:not([open]) > summary > svg': { rotate: '-90deg' } }}>
    <chakra.summary
      minH="11"
      width="fit"
      display="flex"
      alignItems="center"
      gap="2"
      pe="2"
      cursor="pointer"
      fontWeight="medium"
      color="fg.muted"
      focusVisibleRing="outside"
      css={{ '&::-webkit-details-marker': { display: 'none' } }}
    >
      <ChevronDown size={20} aria-hidden />
      {`${tasks.length} done`}
    </chakra.summary>
    <Box mt="2">
      <List tasks={tasks} />
    </Box>
  </chakra.details>
);

/** The client's tasks, the next one first, those of before folded away; nothing where there are none (product 2). */
export function TasksSection() {
  const { all } = useCompletions();
  const tasks = useTasks();
  if (tasks.length === 0) return null;
  // What was done in this visit stays where it is, with what happens next.
  const isHere = (task: ClientTask) => isOpen(task) || all.has(task.id);
  const here = inOrder(tasks.filter(isHere));
  const before = tasks.filter((task) => !isHere(task));
  return (
    <Section title="Your Tasks" id={ANCHORS.tasks}>
      {here.length > 0 ? <List tasks={here} /> : <Text color="fg.muted">Everything here is done. Thank you.</Text>}
      {before.length > 0 && <Done tasks={before} />}
    </Section>
  );
}
