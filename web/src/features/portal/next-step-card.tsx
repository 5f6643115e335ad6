import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { ArrowDown, MessageCircle } from 'lucide-react';
import { countOf } from '#shared/rules/words.ts';
import { formatDate } from '../../lib/format.ts';
import { DueBadge } from '../../parts/status-badge.tsx';
import { Words } from '../../ui/words.tsx';
import { useAccess } from './access.ts';
import { ANCHORS } from './anchors.ts';
import { type NextStep, nextStep } from './next-step.ts';
import { StepCard, type StepCardProps, WIDE } from './step-card.tsx';
import { UnreadBadge } from './unread.tsx';

function messageFor(step: Exclude<NextStep, { kind: 'task' }>, name: string): Pick<StepCardProps, 'title' | 'text'> {
  const adviser = <Words>{name}</Words>;
  switch (step.kind) {
    case 'finished':
      return {
        title: 'Your journey is complete',
        text: (
          <>There is nothing left for you to do. Your documents stay here, and {adviser} is still a message away.</>
        ),
      };
    case 'starting':
      return {
        title: 'Nothing to do just yet',
        text: <>{adviser} is setting things up and will tell you here when something is needed from you.</>,
      };
    case 'waiting':
      return {
        title: 'Nothing needed from you right now',
        text: (
          <>
            {adviser} is working on “{step.stage}”. If something is needed from you, it will appear here.
          </>
        ),
      };
  }
}

const AskLink = ({ adviser }: { adviser: string }) => (
  <Button asChild variant="outline" size="lg" {...WIDE}>
    <a href={`#${ANCHORS.messages}`}>
      <MessageCircle aria-hidden />
      <span>
        Ask <Words>{adviser}</Words>
      </span>
      <UnreadBadge />
    </a>
  </Button>
);

const More = ({ count }: { count: number }) => (
  <Text color="fg.muted" textStyle="sm">
    {`and ${countOf(count, 'more task')} after this`}
  </Text>
);

const TaskStep = ({ task, more, adviser }: Extract<NextStep, { kind: 'task' }> & { adviser: string }) => (
  <StepCard
    task={task}
    more={more > 0 && <More count={more} />}
    title={<Words>{task.title}</Words>}
    text={
      task.description ? (
        <Words as="span" display="block">
          {task.description}
        </Words>
      ) : (
        <>
          <Words>{adviser}</Words> has asked you to do this.
        </>
      )
    }
  >
    {task.dueDate && (
      <Flex align="center" gap="2" flexBasis="full" mt="-2" mb="1">
        <DueBadge due={task.dueDate} />
        <Text color="fg.muted">by {formatDate(task.dueDate)}</Text>
      </Flex>
    )}
    <Button asChild size="lg" {...WIDE}>
      <a href={`#${ANCHORS.task(task.id)}`}>
        <ArrowDown aria-hidden />
        Go to this task
      </a>
    </Button>
    <AskLink adviser={adviser} />
  </StepCard>
);

/** The first thing a client sees: what to do now, or that there is nothing to do. */
export function NextStepCard() {
  const { portal } = useAccess();
  const step = nextStep(portal);
  const adviser = portal.adviser.name;
  if (step.kind === 'task') return <TaskStep {...step} adviser={adviser} />;
  return (
    <StepCard {...messageFor(step, adviser)}>
      <AskLink adviser={adviser} />
    </StepCard>
  );
}
