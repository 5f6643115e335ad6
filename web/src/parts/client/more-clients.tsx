import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { grouped } from '#shared/rules/counted-words.ts';
import { reasonOf } from '../../lib/http/failure.ts';
import { useFocusFallback } from '../../lib/screen/use-focus-fallback.ts';
import { ActionButton } from '../../ui/feedback/action-button.tsx';
import { advisersQuery } from '../account/advisers.ts';
import { useReach } from '../account/reach.ts';
import { statsQuery, type useClients } from './clients.ts';

interface Props {
  search: ReturnType<typeof useClients>;
  /** Id of the chosen adviser; blank for all. */
  adviser: string;
  /** True if the list cannot be sorted. */
  isFixed?: boolean;
}

/** Returns the number of all clients, or of the chosen adviser's, which only admins can read. */
function useTotal(adviser: string): number | undefined {
  const { isAdmin } = useReach();
  const { data: stats } = useQuery({ ...statsQuery, enabled: adviser === '' });
  const { data: advisers } = useQuery({ ...advisersQuery, enabled: isAdmin && adviser !== '' });
  return adviser ? advisers?.find(({ id }) => id === adviser)?.clients : stats?.totalClients;
}

/** Line above a list that does not have all clients, which says so, with a button that loads the next ones. */
export default function MoreClients({ search: { base, list, isSearching }, adviser, isFixed }: Props) {
  const total = useTotal(adviser);
  const { seesOthers } = useReach();
  const button = useFocusFallback();
  const isNewest = list === base;
  const count = grouped(list.data?.length ?? 0);
  const others = seesOthers && !adviser ? 'Search, or choose an adviser, to see others.' : 'Search to see others.';
  const sorting = isFixed ? '' : '; sorting orders only these';
  const which = isNewest
    ? `The newest ${count}${total === undefined ? '' : ` of ${grouped(total)}`} clients${sorting}. ${others}`
    : `The newest ${count} clients found${sorting}.`;
  const failed = list.isError && `More clients could not be loaded. ${reasonOf(list.error) ?? ''}`;
  return (
    <Flex gap="3" mb="4" align="center" wrap="wrap" color="fg.muted" textStyle="sm">
      <Text role="status">{failed || (isSearching ? 'Searching all clients...' : which)}</Text>
      {(list.hasNextPage || list.isError) && !isSearching && (
        <ActionButton
          ref={button}
          size="xs"
          variant="outline"
          colorPalette="gray"
          busyLabel="Loading..."
          onAction={() => (list.data ? list.fetchNextPage() : list.refetch())}
        >
          {list.isError ? 'Try Again' : 'Load More'}
        </ActionButton>
      )}
    </Flex>
  );
}
