import { Box } from '@chakra-ui/react/box';
import type { PendingTask } from '#shared/contract/tasks.ts';
import { type AddressFilter, GROUPED_BY } from '../../../parts/filter/address-filter.ts';
import { AdviserFilter, ListFilter } from '../../../parts/filter/list-filter.tsx';
import { Views } from '../../../ui/layout/views.tsx';

interface Props {
  /** Tasks whose advisers are offered; undefined for all accounts. */
  tasks: readonly PendingTask[] | undefined;
  filter: AddressFilter;
  arranges?: boolean;
}

export const isByDate = (filter: AddressFilter) => filter.chosen(GROUPED_BY) === 'date';

/** Filter of the tasks by text and adviser, and their arrangement. All are kept in the address. */
export const TaskFilter = ({ tasks, filter, arranges }: Props) => (
  <ListFilter label="Search tasks" placeholder="Search tasks..." filter={filter}>
    <AdviserFilter of={tasks} other="An adviser without tasks" filter={filter} />
    {arranges && (
      <Box ms={{ lg: 'auto' }}>
        <Views
          label="Group tasks"
          replace
          views={[
            { label: 'By client', to: filter.linkTo(GROUPED_BY, ''), current: !isByDate(filter) },
            { label: 'By date', to: filter.linkTo(GROUPED_BY, 'date'), current: isByDate(filter) },
          ]}
        />
      </Box>
    )}
  </ListFilter>
);
