import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import type { PendingTask } from '#shared/contract/tasks.ts';
import { countOf } from '#shared/rules/words.ts';
import { humanise } from '../../lib/format.ts';
import { clientPath } from '../../lib/paths.ts';
import { useFocusFallback } from '../../lib/use-focus-fallback.ts';
import { TaskStatusBadge } from '../../parts/status-badge.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Table, Td, Th } from '../../ui/table.tsx';
import { Words } from '../../ui/words.tsx';

const HeaderLink = chakra(Link, {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    px: '4',
    py: '3',
    _hover: { bg: 'bg.muted' },
    _focusVisible: { outlineOffset: '-2px' },
  },
});

const RowButton = chakra('button', {
  base: { fontWeight: 'medium', textAlign: 'start', cursor: 'pointer' },
});

const GroupHeader = ({ clientId, clientName, count }: { clientId: string; clientName: string; count: number }) => (
  <HeaderLink to={clientPath(clientId)}>
    <Avatar name={clientName} size="8" />
    <Flex direction={{ base: 'column', sm: 'row' }} columnGap="3" align="baseline" flex="1" minW="0">
      <Words as="h2" textStyle="md">
        {clientName}
      </Words>
      <Text as="span" color="fg.muted" textStyle="sm">
        {countOf(count, 'pending task')}
      </Text>
    </Flex>
    <ChevronRight size={18} aria-hidden />
  </HeaderLink>
);

const Row = ({ task, onOpen }: { task: PendingTask; onOpen: (task: PendingTask) => void }) => (
  <chakra.tr cursor="pointer" _hover={{ bg: 'bg.subtle' }} onClick={() => onOpen(task)}>
    <Td label="Task Title">
      <RowButton ref={useFocusFallback()} type="button" aria-haspopup="dialog">
        <Words>{task.title}</Words>
      </RowButton>
    </Td>
    <Td label="Description" color="fg.muted">
      <Words as="span" lineClamp={2}>
        {task.description ?? 'No description'}
      </Words>
    </Td>
    <Td label="Status">
      <TaskStatusBadge status={task.status} />
    </Td>
    <Td label="Assigned To">{humanise(task.responsibility)}</Td>
  </chakra.tr>
);

/** One client's pending tasks under the client's name. */
export function TaskGroup({ tasks, onOpen }: { tasks: readonly PendingTask[]; onOpen: (task: PendingTask) => void }) {
  const [first] = tasks;
  if (!first) return null;
  return (
    <Sheet as="section" overflow="hidden" css={{ contentVisibility: 'auto', containIntrinsicSize: 'auto 12rem' }}>
      <GroupHeader clientId={first.clientId} clientName={first.clientName} count={tasks.length} />
      <Table label={`Pending tasks of ${first.clientName}`} fixed>
        <thead>
          <tr>
            <Th width="32%">Task Title</Th>
            <Th>Description</Th>
            <Th width="9rem">Status</Th>
            <Th width="8rem">Assigned To</Th>
          </tr>
        </thead>
        <tbody>
          {tasks.map((task) => (
            <Row key={task.id} task={task} onOpen={onOpen} />
          ))}
        </tbody>
      </Table>
    </Sheet>
  );
}
