import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { ListFilter } from 'lucide-react';
import { useDeferredValue, useMemo } from 'react';
import type { PendingTask } from '#shared/contract/tasks.ts';
import { useReach } from '../../../parts/account/reach.ts';
import { ADVISER, GROUPED_BY, useAddressFilter } from '../../../parts/filter/address-filter.ts';
import { AccountSelect, AdviserSelect } from '../../../parts/filter/adviser-select.tsx';
import { useSearch } from '../../../parts/use-search.ts';
import { Input } from '../../../ui/eager/controls.tsx';
import { EmptyState } from '../../../ui/eager/state.tsx';
import { Views } from '../../../ui/layout/views.tsx';

export interface Shown {
  text: string;
  /** Id of an adviser; empty for all. */
  adviser: string;
}

/** Filter and arrangement of the tasks, both kept in the address. */
export function useTaskFilter() {
  const { text, chosen, linkTo, set, search, clear } = useAddressFilter();
  const shown: Shown = { text, adviser: chosen(ADVISER) };
  return {
    shown,
    isByDate: chosen(GROUPED_BY) === 'date',
    views: { byDate: linkTo(GROUPED_BY, 'date'), byClient: linkTo(GROUPED_BY, '') },
    search,
    chooseAdviser: (id: string) => set(ADVISER, id),
    clear: () => clear(GROUPED_BY),
  };
}

const NONE: readonly PendingTask[] = [];

const textsOf = ({ title, description, clientName }: PendingTask) => [title, description ?? '', clientName];

/** Filters tasks by adviser, and by words in title, description or client name. Deferred, so that typing stays fast. */
export function useMatching(tasks: readonly PendingTask[] | undefined, shown: Shown) {
  const { adviser } = shown;
  const found = useSearch(tasks ?? NONE, useDeferredValue(shown.text), textsOf);
  const matching = useMemo(
    () => (adviser ? found.filter(({ adviserId }) => adviserId === adviser) : found),
    [found, adviser],
  );
  return tasks && matching;
}

type Filter = ReturnType<typeof useTaskFilter>;

interface Props {
  /** Tasks whose advisers are offered; undefined for all accounts. */
  tasks: readonly PendingTask[] | undefined;
  filter: Filter;
  arranges?: boolean;
}

/** Filter by text and adviser. Both are kept in the address. */
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
    {useReach().seesOthers &&
      (tasks ? (
        <AdviserSelect
          of={tasks}
          other="An adviser without tasks"
          value={filter.shown.adviser}
          onChoose={filter.chooseAdviser}
        />
      ) : (
        <AccountSelect value={filter.shown.adviser} onChoose={filter.chooseAdviser} />
      ))}
    {arranges && (
      <Box ms={{ lg: 'auto' }}>
        <Views
          label="Group tasks"
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

export const NoneFound = ({ onClear }: { onClear: () => void }) => (
  <EmptyState icon={ListFilter} title="No tasks found">
    <Button mt="2" size="sm" variant="outline" onClick={onClear}>
      Show All Tasks
    </Button>
  </EmptyState>
);
