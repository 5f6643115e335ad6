import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { CircleCheck, CircleDashed, Milestone } from 'lucide-react';
import { useId, useRef } from 'react';
import type { Document } from '#shared/contract/documents.ts';
import type { ClientTask } from '#shared/contract/tasks.ts';
import { DueBadge } from '../../../parts/client/status-badge.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { Sheet } from '../../../ui/layout/sheet.tsx';
import { Words } from '../../../ui/text/words.tsx';
import { useAccess } from '../access.ts';
import { ANCHORS } from '../anchors.ts';
import { INSETS } from '../insets.ts';
import { stageTitle } from '../journey/stage-of.ts';
import { LatePart } from '../late.tsx';
import { formatLongDate } from '../long-date.ts';
import { Thanks } from './complete.tsx';
import { TaskActions } from './task-actions.tsx';

const StateIcon = ({ done }: { done: boolean }) => (
  <Box color={done ? 'green.fg' : 'fg.muted'} flexShrink="0" pt="0.5">
    {done ? <CircleCheck aria-label="Completed" role="img" /> : <CircleDashed aria-label="Pending" role="img" />}
  </Box>
);

function Facts({ task, done }: { task: ClientTask; done: boolean }) {
  const { stages } = useAccess().portal;
  const step = stageTitle(stages, task.stageId);
  return (
    <Flex columnGap="3" rowGap="1.5" wrap="wrap" align="center" color="fg.muted" mt="2">
      {/* "Step:", as some titles read like the task's own state: "Factfind Completed". */}
      <Badge tone="gray" icon={step ? Milestone : undefined} wraps>
        {step ? `Step: ${step}` : 'Unknown Stage'}
      </Badge>
      {!done && task.dueDate && (
        <>
          <DueBadge due={task.dueDate} />
          <span>Due: {formatLongDate(task.dueDate)}</span>
        </>
      )}
      {task.completedAt && <span>Completed {formatLongDate(task.completedAt)}</span>}
    </Flex>
  );
}

const Notes = ({ children }: { children: string }) => (
  <Box mt="4" px="4" py="3" bg="bg.muted" borderRadius="l2">
    <Text fontWeight="semibold">Your Notes:</Text>
    <Words as="p" whiteSpace="pre-wrap">
      {children}
    </Words>
  </Box>
);

/** The documents that were sent for a task. */
const Files = ({ documents, titleId }: { documents: readonly Document[]; titleId: string }) => {
  const id = useId();
  return (
    <Box mt="4" role="group" aria-labelledby={`${id} ${titleId}`}>
      <Text id={id} fontWeight="semibold">
        Files:
      </Text>
      <LatePart height="4.5rem">
        {({ DocumentList }) => <DocumentList documents={documents} first={3} ofTask />}
      </LatePart>
    </Box>
  );
};

/** A task: what to do, why and by when, what the client added, and what it can do (product 2, 4). */
export function TaskCard({ task }: { task: ClientTask }) {
  const title = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  const { token, portal } = useAccess();
  const files = portal.documents.filter(({ taskId }) => taskId === task.id);
  const done = task.status === 'completed';
  const toTitle = () => title.current?.focus();
  return (
    <Sheet
      as="li"
      id={ANCHORS.task(task.id)}
      bg={done ? 'bg.subtle' : undefined}
      boxShadow="none"
      px={INSETS.card}
      py={{ base: '4', md: '5' }}
      scrollMarginTop="4"
    >
      <Flex gap="3">
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
        </Box>
      </Flex>
      {task.clientNotes && <Notes>{task.clientNotes}</Notes>}
      {files.length > 0 && <Files documents={files} titleId={titleId} />}
      {done && <Thanks task={task} title={title} />}
      {!done && token && <TaskActions task={task} files={files} titleId={titleId} toTitle={toTitle} />}
    </Sheet>
  );
}
