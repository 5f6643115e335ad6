import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { ArrowDown, MessageCircle } from 'lucide-react';
import type { ClientTask } from '#shared/contract/tasks.ts';
import { countOf } from '#shared/rules/words.ts';
import { DueBadge } from '../../../parts/client/status-badge.tsx';
import { Words } from '../../../ui/text/words.tsx';
import { useAccess } from '../access.ts';
import { ANCHORS } from '../anchors.ts';
import { formatLongDate } from '../long-date.ts';
import { MessagesLink } from '../messages/messages-link.tsx';
import { UnreadBadge } from '../messages/unread.tsx';
import { PlaceLink } from '../place-link.tsx';
import { useTasks } from './completions.tsx';
import { nextStep } from './next-step.ts';
import { StepCard, WIDE } from './step-card.tsx';
import { wordsFor } from './step-words.tsx';

const Due = ({ date }: { date: string }) => (
  <Flex align="center" columnGap="2" wrap="wrap" flexBasis="full" mt="-2" mb="1">
    <DueBadge due={date} />
    <Text color="fg.muted">by {formatLongDate(date)}</Text>
  </Flex>
);

const TaskLink = ({ task }: { task: ClientTask }) => (
  <Button asChild size="lg" {...WIDE}>
    <PlaceLink to={ANCHORS.task(task.id)}>
      <ArrowDown aria-hidden />
      Go to This Task
    </PlaceLink>
  </Button>
);

const AskLink = ({ adviser }: { adviser: string }) => (
  <Button asChild variant="outline" size="lg" {...WIDE}>
    <MessagesLink>
      <MessageCircle aria-hidden />
      <span>
        Ask <Words>{adviser}</Words>
      </span>
      {/* On the edge, because the count loads late and would move the words beside it. */}
      <Box as="span" position="absolute" top="0" insetEnd="3" translate="0 -50%">
        <UnreadBadge />
      </Box>
    </MessagesLink>
  </Button>
);

const More = ({ count }: { count: number }) => (
  <Text color="fg.muted">{`and ${countOf(count, 'more task')} after this`}</Text>
);

/** The first thing a client sees: what to do now, or that there is nothing to do. */
export function NextStepCard() {
  const { portal } = useAccess();
  const step = nextStep({ ...portal, tasks: useTasks() });
  const { task, more = 0 } = step.kind === 'task' ? step : {};
  const { name } = portal.adviser;
  return (
    <StepCard {...wordsFor(step, name)} task={task} more={more > 0 && <More count={more} />}>
      {task?.dueDate && <Due date={task.dueDate} />}
      {task && <TaskLink task={task} />}
      <AskLink adviser={name} />
    </StepCard>
  );
}
