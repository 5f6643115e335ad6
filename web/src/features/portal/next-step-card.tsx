import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { ArrowDown, MessageCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { countOf } from '#shared/rules/words.ts';
import { formatDate } from '../../lib/format.ts';
import { DueBadge } from '../../parts/status-badge.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Words } from '../../ui/words.tsx';
import { useAccess } from './access.ts';
import { type NextStep, nextStep } from './next-step.ts';

// Side by side where they fit, below one another on a phone; a long name wraps inside its button.
const WIDE = { flex: { base: '1 1 100%', sm: '0 1 auto' }, height: 'auto', minH: '11', py: '2', whiteSpace: 'normal' };

/** Places on the page that its links lead to. */
export const ANCHORS = { messages: 'messages', task: (id: string) => `task-${id}` } as const;

interface Message {
  title: ReactNode;
  text: ReactNode;
}

function messageFor(step: Exclude<NextStep, { kind: 'task' }>, name: string): Message {
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

const Card = ({ title, text, children }: Message & { children: ReactNode }) => (
  <Sheet
    as="section"
    aria-labelledby="next-step"
    boxShadow="md"
    px={{ base: '5', md: '8' }}
    py={{ base: '5', md: '7' }}
  >
    <chakra.h2
      id="next-step"
      fontFamily="body"
      textStyle="sm"
      letterSpacing="wide"
      color="brand.fg"
      fontWeight="semibold"
      mb="2"
    >
      Your next step
    </chakra.h2>
    <Text fontFamily="heading" fontWeight="semibold" textStyle={{ base: '2xl', md: '3xl' }} lineHeight="shorter">
      {title}
    </Text>
    <Text color="fg.muted" textStyle={{ base: 'md', md: 'lg' }} mt="2" maxW="2xl" whiteSpace="pre-line">
      {text}
    </Text>
    <Flex gap="3" mt="5" wrap="wrap" align="center">
      {children}
    </Flex>
  </Sheet>
);

const AskLink = ({ adviser }: { adviser: string }) => (
  <Button asChild variant="outline" size="lg" {...WIDE}>
    <a href={`#${ANCHORS.messages}`}>
      <MessageCircle aria-hidden />
      <span>
        Ask <Words>{adviser}</Words>
      </span>
    </a>
  </Button>
);

const More = ({ count }: { count: number }) => (
  <Text color="fg.muted" textStyle="sm">
    {`and ${countOf(count, 'more task')} after this`}
  </Text>
);

const TaskStep = ({ task, more, adviser }: Extract<NextStep, { kind: 'task' }> & { adviser: string }) => (
  <Card
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
    {more > 0 && <More count={more} />}
  </Card>
);

/** The first thing a client sees: what to do now, or that there is nothing to do. */
export function NextStepCard() {
  const { portal } = useAccess();
  const step = nextStep(portal);
  const adviser = portal.adviser.name;
  if (step.kind === 'task') return <TaskStep {...step} adviser={adviser} />;
  return (
    <Card {...messageFor(step, adviser)}>
      <AskLink adviser={adviser} />
    </Card>
  );
}
