import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { CircleCheck, CircleDashed, Milestone } from 'lucide-react';
import { useId, useRef } from 'react';
import type { ClientTask } from '#shared/contract/tasks.ts';
import { formatDate } from '../../lib/format.ts';
import { DueBadge } from '../../parts/status-badge.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Words } from '../../ui/words.tsx';
import { useAccess } from './access.ts';
import { ANCHORS } from './anchors.ts';
import { AskForHelp } from './ask-for-help.tsx';
import { BUTTON_WIDTH, CompleteButton } from './complete-button.tsx';
import { stageTitle } from './stage-of.ts';
import { NotesForm } from './task-notes.tsx';

const StateIcon = ({ done }: { done: boolean }) => (
  <Box color={done ? 'green.fg' : 'yellow.fg'} flexShrink="0" pt="0.5">
    {done ? <CircleCheck aria-label="Completed" role="img" /> : <CircleDashed aria-label="Pending" role="img" />}
  </Box>
);

function Facts({ task, done }: { task: ClientTask; done: boolean }) {
  const { stages } = useAccess().portal;
  return (
    <Flex columnGap="3" rowGap="1.5" wrap="wrap" align="center" textStyle="sm" color="fg.muted" mt="2">
      <Badge tone="brand" icon={Milestone}>
        {stageTitle(stages, task.stageId) ?? 'Unknown Stage'}
      </Badge>
      {!done && task.dueDate && (
        <>
          <DueBadge due={task.dueDate} />
          <span>Due: {formatDate(task.dueDate)}</span>
        </>
      )}
      {task.completedAt && <span>Completed {formatDate(task.completedAt)}</span>}
    </Flex>
  );
}

const Notes = ({ children }: { children: string }) => (
  <Box mt="4" px="4" py="3" bg="bg.muted" borderRadius="l2">
    <Text textStyle="sm" fontWeight="semibold">
      Your Notes:
    </Text>
    <Words as="p" whiteSpace="pre-wrap">
      {children}
    </Words>
  </Box>
);

/** A task: what to do and by when, the client's notes, and the button that says it is done (product 2, 4). */
export function TaskCard({ task }: { task: ClientTask }) {
  const title = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  const { token } = useAccess();
  const done = task.status === 'completed';
  const isOpen = !done && token !== undefined;
  const toTitle = () => title.current?.focus();
  return (
    <Flex
      as="li"
      id={ANCHORS.task(task.id)}
      gap="3"
      py="5"
      borderTopWidth="1px"
      scrollMarginTop="4"
      _first={{ borderTopWidth: '0', pt: '0' }}
      _last={{ pb: '0' }}
    >
      <StateIcon done={done} />
      <Box flex="1" minW="0">
        <chakra.h3 ref={title} id={titleId} tabIndex={-1} textStyle="lg" fontWeight="semibold">
          <Words>{task.title}</Words>
        </chakra.h3>
        {task.description && (
          <Words as="p" color="fg.muted" whiteSpace="pre-line">
            {task.description}
          </Words>
        )}
        <Facts task={task} done={done} />
        {task.clientNotes && <Notes>{task.clientNotes}</Notes>}
        {isOpen && <NotesForm task={task} />}
        {isOpen && (
          <Flex mt="4" columnGap="3" rowGap="2" wrap="wrap">
            <CompleteButton task={task} onDone={toTitle} />
            <AskForHelp task={task} about={titleId} tells="own" onDone={toTitle} look={{ width: BUTTON_WIDTH }} />
          </Flex>
        )}
      </Box>
    </Flex>
  );
}
