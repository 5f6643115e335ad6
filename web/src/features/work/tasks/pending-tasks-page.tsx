import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { ChevronRight, CircleCheckBig } from 'lucide-react';
import { memo, useDeferredValue } from 'react';
import { Link } from 'react-router';
import type { PendingTask } from '#shared/contract/tasks.ts';
import { countOf } from '#shared/rules/counted-words.ts';
import { sayDay } from '#shared/rules/say-date.ts';
import { clientPath } from '../../../lib/navigation/paths.ts';
import { useFocusFallback } from '../../../lib/screen/use-focus-fallback.ts';
import { humanise } from '../../../lib/text/format.ts';
import { useReach } from '../../../parts/account/reach.ts';
import { GROUPED_BY } from '../../../parts/filter/address-filter.ts';
import { List, NoneFound, RowsLoading } from '../../../parts/list/list.tsx';
import { ListPage } from '../../../parts/list/list-page.tsx';
import { DueBadge, TaskStatusBadge } from '../../../parts/status/status-badges.tsx';
import { AssignTask } from '../../../parts/task/assign-task.tsx';
import { EmptyState } from '../../../ui/eager/state.tsx';
import { Sheet } from '../../../ui/layout/sheet.tsx';
import { Table, Td, Th } from '../../../ui/layout/table.tsx';
import { Avatar } from '../../../ui/text/avatar.tsx';
import { Words } from '../../../ui/text/words.tsx';
import { DueGroups } from './due-groups.tsx';
import { CompleteButton, DateButton } from './task-buttons.tsx';
import { isByDate, TaskFilter } from './task-filter.tsx';
import type { TaskHandlers } from './task-item.tsx';
import { RowButtons } from './task-list.tsx';
import { TaskTabs } from './task-tabs.tsx';
import { useCompleting } from './use-completing.ts';
import { useDateDialog, useTaskDialog } from './use-task-dialogs.tsx';
import { useTasks } from './use-tasks.ts';

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

interface HeaderProps {
  task: PendingTask;
  count: number;
  hasMore: boolean;
}

const GroupHeader = ({ task: { clientId, clientName, adviserName }, count, hasMore }: HeaderProps) => (
  <HeaderLink data-row-link to={clientPath(clientId)}>
    <Avatar name={clientName} size="8" />
    <Flex direction={{ base: 'column', sm: 'row' }} columnGap="3" align="baseline" flex="1" minW="0">
      <Words as="h2" textStyle="md">
        {clientName}
      </Words>
      <Text as="span" color="fg.muted" textStyle="sm">
        {countOf(count, 'pending task') + (hasMore ? ' or more' : '')}
      </Text>
      {useReach().seesOthers && (
        <Text as="span" color="fg.muted" textStyle="sm" ms={{ sm: 'auto' }}>
          Adviser: <Words>{adviserName}</Words>
        </Text>
      )}
    </Flex>
    <ChevronRight size={18} aria-hidden />
  </HeaderLink>
);

const CELLS = ['tick', 'what', 'about', 'status', 'who', 'due', 'act'];

/** Width in rem below which columns do not fit. */
const ROOM = 56;

/** Stacks a row as in the other lists: title, status and date between the two buttons. */
const NARROW = {
  [`@container (max-width: ${ROOM}rem)`]: {
    '&&': {
      display: 'grid',
      gridTemplateAreas: '"tick what what what act" "tick about about about act" ". status who due act"',
      gridTemplateColumns: 'auto auto auto minmax(0, 1fr) auto',
      alignItems: 'center',
      columnGap: '0.75rem',
      rowGap: '0.25rem',
      paddingBlock: '0.75rem',
      paddingInline: '1rem 0.5rem',
    },
    '&& > td': { display: 'block', padding: '0' },
    '&& > td > span': { display: 'none' },
    ...Object.fromEntries(CELLS.map((area, i) => [`&& > td:nth-of-type(${i + 1})`, { gridArea: area }])),
    '&& > td:first-of-type': { paddingInlineEnd: '0.25rem' },
    // Aligns the round buttons with the title.
    '&& > :is(td:first-of-type, td:last-of-type)': { alignSelf: 'start', marginBlockStart: '-0.4rem' },
  },
  '@container (max-width: 40rem)': {
    '&&': {
      gridTemplateAreas:
        '"tick what what what act" "tick about about about act" ". status who who who" ". due due due due"',
    },
  },
  // Narrower than a phone unless its text is large.
  '@container (max-width: 16rem)': {
    '&&': {
      gridTemplateAreas: '"tick act" "what what" "about about" "status status" "who who" "due due"',
      gridTemplateColumns: 'minmax(0, 1fr) auto',
    },
  },
};

interface RowProps extends Required<TaskHandlers> {
  task: PendingTask;
  isDone: boolean;
}

const Row = memo(function Row({ task, isDone, onOpen, onComplete, onDate }: RowProps) {
  return (
    <chakra.tr
      css={NARROW}
      inert={isDone}
      cursor="pointer"
      transitionProperty="opacity"
      transitionDuration="moderate"
      _hover={{ bg: 'bg.subtle' }}
      _active={{ bg: 'bg.muted' }}
      opacity={isDone ? '0' : undefined}
      onClick={() => onOpen(task)}
    >
      <Td label="Mark Complete">
        <RowButtons ms="-2">
          <CompleteButton task={task} onComplete={onComplete} />
        </RowButtons>
      </Td>
      <Td label="Task Title">
        <RowButton ref={useFocusFallback()} type="button" data-row-link aria-haspopup="dialog">
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
      <Td label="Due">
        {task.dueDate ? (
          <>
            <span>{sayDay(task.dueDate)}</span> <DueBadge due={task.dueDate} />
          </>
        ) : (
          <Text color="fg.muted">No due date</Text>
        )}
      </Td>
      <Td label="Change Date">
        <RowButtons>
          <DateButton task={task} onDate={onDate} />
        </RowButtons>
      </Td>
    </chakra.tr>
  );
});

interface Props extends Required<TaskHandlers> {
  tasks: readonly PendingTask[];
  done: ReadonlySet<PendingTask>;
  /** Set if later tasks are not read yet, so that a client may have more. */
  hasMore: boolean;
}

function TaskGroup({ tasks, done, hasMore, ...actions }: Props) {
  const [first] = tasks;
  if (!first) return null;
  const open = tasks.filter((task) => !done.has(task)).length;
  return (
    <Sheet as="section" overflow="hidden" css={{ contentVisibility: 'auto', containIntrinsicSize: 'auto 12rem' }}>
      <GroupHeader task={first} count={open} hasMore={hasMore} />
      <Table label={`Pending tasks of ${first.clientName}`} fixed listBelow={ROOM}>
        <thead>
          <tr>
            <Th width="2.75rem">
              <chakra.span srOnly>Mark Complete</chakra.span>
            </Th>
            <Th width="28%">Task Title</Th>
            <Th>Description</Th>
            <Th width="8.75rem">Status</Th>
            <Th width="7rem">Assigned To</Th>
            <Th width="9rem">Due</Th>
            <Th width="4.5rem">
              <chakra.span srOnly>Change Date</chakra.span>
            </Th>
          </tr>
        </thead>
        <tbody>
          {tasks.map((task) => (
            <Row key={task.id} task={task} isDone={done.has(task)} {...actions} />
          ))}
        </tbody>
      </Table>
    </Sheet>
  );
}

export { loader } from './queries.ts';

/** Tasks that fill the first screen; the rest is rendered deferred. */
const FIRST = 20;

function ClientGroups({ tasks, ...props }: Props) {
  const shown = useDeferredValue(tasks, tasks.slice(0, FIRST));
  return (
    <Grid gap="5" templateColumns="minmax(0, 1fr)">
      {[...Map.groupBy(shown, ({ clientId }) => clientId)].map(([clientId, own]) => (
        <TaskGroup key={clientId} tasks={own} {...props} />
      ))}
    </Grid>
  );
}

export function Component() {
  const { filter, list, all, rows, isRead, isNone, hasMore } = useTasks({ own: false });
  const { done, complete } = useCompleting();
  const { onDate, dateDialog } = useDateDialog();
  const { onOpen, taskDialog } = useTaskDialog();
  const Groups = isByDate(filter) ? DueGroups : ClientGroups;
  return (
    <ListPage
      title="Pending Tasks"
      subtitle="Review and manage all pending client tasks"
      actions={<AssignTask />}
      tabs={<TaskTabs />}
      label="Pending tasks"
    >
      <List
        list={list}
        rows={rows}
        noun="tasks"
        failure="The pending tasks could not be loaded"
        loading={<RowsLoading label="Loading tasks..." count={3} height="9rem" mb="4" />}
        nothing={isNone && <EmptyState icon={CircleCheckBig} title="No pending tasks at the moment." />}
        tools={isRead && <TaskFilter tasks={all} filter={filter} arranges />}
        noneFound={<NoneFound noun="tasks" onClear={() => filter.clear(GROUPED_BY)} />}
      >
        {(tasks) => (
          <Groups tasks={tasks} hasMore={hasMore} done={done} onOpen={onOpen} onComplete={complete} onDate={onDate} />
        )}
      </List>
      {dateDialog}
      {taskDialog}
    </ListPage>
  );
}
