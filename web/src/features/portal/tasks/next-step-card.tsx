import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { ArrowDown, MessageCircle } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { countOf } from '#shared/rules/counted-words.ts';
import { Sheet } from '../../../ui/layout/sheet.tsx';
import { Words } from '../../../ui/text/words.tsx';
import { useAccess } from '../access.ts';
import { ANCHORS, PlaceLink } from '../anchors.tsx';
import { FIRST_PURPOSE } from '../journey/first-purpose.ts';
import { waitLine } from '../journey/wait-line.ts';
import { MessagesLink, UnreadBadge } from '../messages/full-screen.tsx';
import { askedAgain } from '../requests/request-state.tsx';
import { INSETS } from '../section.tsx';
import { AskForHelp, type HelpSubject } from './ask-for-help.tsx';
import { usePortalTasks } from './completions.tsx';
import { Due } from './due.tsx';
import { NextMeeting } from './next-meeting.tsx';
import { type NextStep, nextStep } from './next-step.ts';

/** Buttons share a row where they fit; on a phone they stack. */
const WIDE = { flex: { base: '1 1 100%', sm: '0 1 auto' }, py: '2' };

interface Props {
  title: ReactNode;
  text?: ReactNode;
  /** Task or request that the card is about, if any. */
  subject: HelpSubject | undefined;
  children: ReactNode;
}

/** Next step, with the help button or a note that the adviser already knows. */
function StepCard({ title, text, subject, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <Sheet as="section" aria-labelledby="next-step" boxShadow="md" px={INSETS.section} py={{ base: '4', md: '7' }}>
      <chakra.h2
        ref={heading}
        id="next-step"
        tabIndex={-1}
        fontFamily="body"
        textStyle="md"
        letterSpacing="wide"
        color="brand.fg"
        fontWeight="semibold"
        mb="1"
      >
        Your next step
      </chakra.h2>
      <Text
        id="next-step-title"
        fontFamily="heading"
        fontWeight="semibold"
        textStyle={{ base: '2xl', md: '3xl' }}
        lineHeight="shorter"
      >
        {title}
      </Text>
      {text && (
        <Text color="fg.muted" textStyle={{ base: 'md', md: 'lg' }} mt="2" maxW="2xl" whiteSpace="pre-line">
          {text}
        </Text>
      )}
      <Flex gap={{ base: '2', md: '3' }} mt="4" wrap="wrap" align="center">
        {children}
        <AskForHelp
          subject={subject}
          about="next-step-title"
          onDone={() => heading.current?.focus()}
          look={{ variant: 'outline', size: 'lg', ...WIDE }}
        />
      </Flex>
    </Sheet>
  );
}

/** Returns the texts of the card. `name` is the adviser's. */
function wordsFor(step: NextStep, name: string): { title: ReactNode; text?: ReactNode } {
  const adviser = (does: string) => (
    <span>
      <Words>{name}</Words> <span>{does}</span>
    </span>
  );
  switch (step.kind) {
    // The row below has the rest.
    case 'task':
      return { title: <Words>{step.task.title}</Words> };
    case 'request': {
      const { title, reason, facts, sign } = step.request;
      if (facts) return { title: 'Answer the questions of your fact-find' };
      return sign
        ? {
            title: (
              <span>
                Read and sign “<Words>{title}</Words>”
              </span>
            ),
          }
        : { title: <Words>{title}</Words>, text: reason && askedAgain(step.request) };
    }
    case 'finished':
      return {
        title: 'Your journey is complete',
        text: (
          <span>
            <span>
              {step.openTasks === 0
                ? 'There is nothing left for you to do. Your documents stay here, and'
                : `${countOf(step.openTasks, 'task')} below ${step.openTasks === 1 ? 'is' : 'are'} still open. Your documents stay here, and`}
            </span>{' '}
            {adviser('is still a message away.')}
          </span>
        ),
      };
    case 'starting':
      return {
        title: 'Nothing to do just yet',
        text: (
          <>
            <span>{`Your journey starts with “${step.stage.title}”. ${FIRST_PURPOSE}`}</span>
            <Box as="span" display="block" mt="2">
              {adviser('looks after you from start to finish, and tells you here when something is needed.')}
            </Box>
          </>
        ),
      };
    case 'waiting':
      return {
        title: 'Nothing needed from you right now',
        text: adviser(`is working on “${step.stage}”. If something is needed from you, it will appear here.`),
      };
  }
}

const GoLink = ({ to, label }: { to: string; label: string }) => (
  <Button asChild size="lg" {...WIDE}>
    <PlaceLink to={to}>
      <ArrowDown aria-hidden />
      <span>{label}</span>
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
      {/* On the edge, because the count loads late and would shift the text next to it. */}
      <Box as="span" position="absolute" top="0" insetEnd="3" translate="0 -50%">
        <UnreadBadge />
      </Box>
    </MessagesLink>
  </Button>
);

export function NextStepCard() {
  const { portal } = useAccess();
  const step = nextStep({ ...portal, tasks: usePortalTasks() });
  const task = step.kind === 'task' ? step.task : undefined;
  const request = step.kind === 'request' ? step.request : undefined;
  const dueDate = (task ?? request)?.dueDate;
  const { name } = portal.adviser;
  const { title, text } = wordsFor(step, name);
  const waits = task || request ? undefined : waitLine(portal.waiting);
  const words = waits ? (
    <>
      {text}
      <Box as="span" display="block" mt="2" key={waits}>
        {waits}
      </Box>
    </>
  ) : (
    text
  );
  return (
    <StepCard title={title} text={words} subject={task ?? request}>
      {dueDate && (
        <Flex align="center" columnGap="2" wrap="wrap" flexBasis="full" mt="-2" mb="1" color="fg.muted">
          <Due date={dueDate} />
        </Flex>
      )}
      {!portal.client.completed && <NextMeeting stages={portal.stages} />}
      {task && <GoLink to={ANCHORS.task(task.id)} label="Go to This Task" />}
      {request && <GoLink to={ANCHORS.request(request.id)} label="Go to This" />}
      {step.kind === 'finished' && step.openTasks > 0 && <GoLink to={ANCHORS.tasks} label="Go to Your Tasks" />}
      {!(task || request) && <AskLink adviser={name} />}
    </StepCard>
  );
}
