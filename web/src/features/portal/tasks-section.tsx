import { Box } from '@chakra-ui/react/box';
import { useAccess } from './access.ts';
import { inOrder } from './next-step.ts';
import { Section } from './section.tsx';
import { TaskCard } from './task-card.tsx';

/** The client's tasks, the next one first; nothing where there are none (product 2). */
export function TasksSection() {
  const { tasks } = useAccess().portal;
  if (tasks.length === 0) return null;
  return (
    <Section title="Your Tasks">
      <Box as="ul" listStyleType="none">
        {inOrder(tasks).map((task) => (
          <TaskCard key={task.id} task={task} />
        ))}
      </Box>
    </Section>
  );
}
