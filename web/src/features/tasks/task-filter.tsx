import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { ListFilter } from 'lucide-react';
import type { PendingTask } from '#shared/contract/tasks.ts';
import { useMe } from '../../parts/account/me.ts';
import { EmptyState } from '../../ui/feedback/state.tsx';
import { Input, Select } from '../../ui/form/controls.tsx';
import { Views } from '../../ui/layout/views.tsx';
import type { useTaskFilter } from './use-task-filter.ts';

type Filter = ReturnType<typeof useTaskFilter>;

/** The advisers of tasks, by name; oneself first. */
function advisersOf(tasks: readonly PendingTask[], own: string) {
  const names = new Map(tasks.map(({ adviserId, adviserName }) => [adviserId, adviserName]));
  const others = [...names].filter(([id]) => id !== own).sort(([, a], [, b]) => a.localeCompare(b));
  return [[own, 'My clients'] as const, ...others];
}

function AdviserSelect({ tasks, filter }: { tasks: readonly PendingTask[]; filter: Filter }) {
  const { id } = useMe();
  const { adviser } = filter.shown;
  const advisers = advisersOf(tasks, id);
  const known = advisers.some(([one]) => one === adviser);
  return (
    <Select
      width={{ base: 'full', sm: '14rem' }}
      aria-label="Adviser"
      value={adviser}
      onChange={(event) => filter.chooseAdviser(event.target.value)}
    >
      <option value="">All advisers</option>
      {adviser && !known && <option value={adviser}>An adviser without tasks</option>}
      {advisers.map(([one, name]) => (
        <option key={one} value={one} dir="auto">
          {name}
        </option>
      ))}
    </Select>
  );
}

interface Props {
  tasks: readonly PendingTask[];
  filter: Filter;
  /** Set where one may choose how tasks are arranged. */
  arranges?: boolean;
}

/** Finds tasks by a text and, for admins, by adviser; all of it stands in the address. */
export const TaskFilter = ({ tasks, filter, arranges }: Props) => (
  <Flex gap="3" align="center" wrap="wrap" mb="5">
    <Box flex={{ base: '1 1 100%', sm: '0 1 22rem' }}>
      <Input
        type="search"
        aria-label="Search tasks"
        placeholder="Search tasks..."
        bg="bg.surface"
        value={filter.shown.text}
        onChange={(event) => filter.search(event.target.value)}
      />
    </Box>
    {useMe().role === 'admin' && <AdviserSelect tasks={tasks} filter={filter} />}
    {arranges && (
      <Box ms={{ lg: 'auto' }}>
        <Views
          label="Arrangement"
          replace
          views={[
            { label: 'By client', to: filter.views.byClient, current: !filter.isByDate },
            { label: 'By date', to: filter.views.byDate, current: filter.isByDate },
          ]}
        />
      </Box>
    )}
  </Flex>
);

/** Says that the filter leaves nothing, and takes it off. */
export const NoneFound = ({ onClear }: { onClear: () => void }) => (
  <EmptyState icon={ListFilter} title="No tasks found">
    <Button mt="2" size="sm" variant="outline" onClick={onClear}>
      Show All Tasks
    </Button>
  </EmptyState>
);
