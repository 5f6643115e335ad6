import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { ClipboardCheck, ListFilter } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { paths } from '../../../lib/navigation/paths.ts';
import { queryClient } from '../../../lib/query/query.ts';
import { useMe } from '../../../parts/account/me.ts';
import { ADVISER } from '../../../parts/filter/address-filter.ts';
import { AdviserSelect } from '../../../parts/filter/adviser-select.tsx';
import { reviewQuery } from '../../../parts/request/requests.ts';
import { EmptyState, ErrorState, Skeletons } from '../../../ui/eager/state.tsx';
import { Page } from '../../../ui/layout/page.tsx';
import { WorkTabs } from '../work-tabs.tsx';
import { Queue, type QueueProps } from './queue.tsx';

export const loader = () => queryClient.prefetchQuery(reviewQuery);

const SKELETONS = 5;

const Loading = () => (
  <Box role="status" aria-label="Loading requests...">
    <Skeletons count={SKELETONS} height="5rem" mb="2" />
  </Box>
);

/** The queue, for admins with a filter by adviser that is kept in the address. */
function Filtered({ requests, onSaid }: QueueProps) {
  const [params, setParams] = useSearchParams();
  const adviser = params.get(ADVISER) ?? '';
  const choose = (id: string) => setParams(id ? { [ADVISER]: id } : {}, { replace: true, preventScrollReset: true });
  const isAdmin = useMe().role === 'admin';
  const shown = isAdmin && adviser ? requests.filter(({ adviserId }) => adviserId === adviser) : requests;
  return (
    <>
      {isAdmin && (
        <Box mb="5">
          <AdviserSelect of={requests} other="An adviser without requests" value={adviser} onChoose={choose} />
        </Box>
      )}
      {shown.length === 0 && (
        <EmptyState icon={ListFilter} title="No requests found">
          <Button mt="2" size="sm" variant="outline" onClick={() => choose('')}>
            Show All Requests
          </Button>
        </EmptyState>
      )}
      <Queue requests={shown} onSaid={onSaid} />
    </>
  );
}

const Nothing = () => (
  <EmptyState icon={ClipboardCheck} title="Nothing to review">
    <Text>What clients hand in comes here.</Text>
  </EmptyState>
);

function ToReview() {
  const { data, isPending, error, refetch } = useQuery(reviewQuery);
  const [said, setSaid] = useState('');
  if (isPending) return <Loading />;
  if (!data) return <ErrorState title="The requests could not be loaded" error={error} onRetry={refetch} />;
  return (
    <>
      <Text role="status" srOnly>
        {said}
      </Text>
      {data.length > 0 ? <Filtered requests={data} onSaid={setSaid} /> : <Nothing />}
    </>
  );
}

export const Component = () => (
  <Page title="To Review" subtitle="Documents that clients have handed in, longest waiting first">
    <WorkTabs lists={{ [paths.toReview]: useQuery(reviewQuery).data }} />
    <section aria-label="To review" tabIndex={-1}>
      <ToReview />
    </section>
  </Page>
);
