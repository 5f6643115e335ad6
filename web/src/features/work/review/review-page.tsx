import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Text } from '@chakra-ui/react/text';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ClipboardCheck, ListFilter } from 'lucide-react';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { paths } from '../../../lib/navigation/paths.ts';
import { queryClient } from '../../../lib/query/query.ts';
import { useReach } from '../../../parts/account/reach.ts';
import { ADVISER } from '../../../parts/filter/address-filter.ts';
import { AccountSelect, AdviserSelect } from '../../../parts/filter/adviser-select.tsx';
import { reviewQuery } from '../../../parts/request/requests.ts';
import { EmptyState, ErrorState, Skeletons } from '../../../ui/eager/state.tsx';
import { MoreButton } from '../../../ui/feedback/more-button.tsx';
import { Page } from '../../../ui/layout/page.tsx';
import { WorkTabs } from '../work-tabs.tsx';
import { Queue } from './queue.tsx';

export const loader = () => queryClient.prefetchInfiniteQuery(reviewQuery());

const SKELETONS = 5;

const Loading = () => (
  <Box role="status" aria-label="Loading requests...">
    <Skeletons count={SKELETONS} height="5rem" mb="2" />
  </Box>
);

const Nothing = () => (
  <EmptyState icon={ClipboardCheck} title="Nothing to review">
    <Text>What clients hand in comes here.</Text>
  </EmptyState>
);

/** Returns the whole queue; undefined while there may be more than was read. */
function useWholeQueue() {
  const { data, hasNextPage } = useInfiniteQuery(reviewQuery());
  return hasNextPage ? undefined : data;
}

/** Filter by adviser, kept in the address. */
function useAdviser() {
  const [params, setParams] = useSearchParams();
  const { seesOthers } = useReach();
  const choose = (id: string) => setParams(id ? { [ADVISER]: id } : {}, { replace: true, preventScrollReset: true });
  return { seesOthers, adviser: (seesOthers && params.get(ADVISER)) || '', choose };
}

/** Reads the queue; of the chosen adviser only, if the browser does not have all of it. */
function useQueue(adviser: string) {
  const all = useInfiniteQuery(reviewQuery());
  const isPart = all.hasNextPage;
  const own = useInfiniteQuery({ ...reviewQuery({ adviser }), enabled: isPart && adviser !== '' });
  const list = isPart && adviser ? own : all;
  const shown = list.data?.filter(({ adviserId }) => !adviser || adviserId === adviser);
  return { list, all: all.data, isPart, shown };
}

function ToReview() {
  const { seesOthers, adviser, choose } = useAdviser();
  const { list, all, isPart, shown } = useQueue(adviser);
  const [said, setSaid] = useState('');
  const box = useRef<HTMLDivElement>(null);
  if (!all && list.error)
    return <ErrorState title="The requests could not be loaded" error={list.error} onRetry={list.refetch} />;
  if (!all) return <Loading />;
  const filter = { value: adviser, onChoose: choose };
  return (
    <>
      <Text role="status" srOnly>
        {said}
      </Text>
      {all.length === 0 && <Nothing />}
      {seesOthers && all.length > 0 && (
        <Box mb="5">
          {isPart ? (
            <AccountSelect {...filter} />
          ) : (
            <AdviserSelect of={all} other="An adviser without requests" {...filter} />
          )}
        </Box>
      )}
      {!shown &&
        (list.error ? (
          <ErrorState title="The requests could not be loaded" error={list.error} onRetry={list.refetch} />
        ) : (
          <Loading />
        ))}
      {shown?.length === 0 && all.length > 0 && (
        <EmptyState icon={ListFilter} title="No requests found">
          <Button mt="2" size="sm" variant="outline" onClick={() => choose('')}>
            Show All Requests
          </Button>
        </EmptyState>
      )}
      {shown && (
        <Box ref={box}>
          <Queue requests={shown} onSaid={setSaid} />
        </Box>
      )}
      {list.hasNextPage && shown && (
        <MoreButton
          key={shown.length}
          noun="requests"
          list={list}
          next={() => box.current?.querySelector<HTMLElement>('li:last-of-type [data-row-link]') ?? null}
        />
      )}
    </>
  );
}

export const Component = () => (
  <Page title="To Review" subtitle="Documents that clients have handed in, longest waiting first">
    <WorkTabs lists={{ [paths.toReview]: useWholeQueue() }} />
    <section aria-label="To review" tabIndex={-1}>
      <ToReview />
    </section>
  </Page>
);
