import { Box } from '@chakra-ui/react/box';
import { Text } from '@chakra-ui/react/text';
import { ClipboardCheck } from 'lucide-react';
import { useState } from 'react';
import { paths } from '../../../lib/navigation/paths.ts';
import { queryClient } from '../../../lib/query/query.ts';
import { useReach } from '../../../parts/account/reach.ts';
import { ADVISER, useAddressFilter } from '../../../parts/filter/address-filter.ts';
import { AdviserFilter } from '../../../parts/filter/list-filter.tsx';
import { List, NoneFound, RowsLoading } from '../../../parts/list/list.tsx';
import { ListPage } from '../../../parts/list/list-page.tsx';
import { usePages } from '../../../parts/list/use-pages.ts';
import { reviewQuery } from '../../../parts/request/requests.ts';
import { EmptyState } from '../../../ui/eager/state.tsx';
import { WorkTabs } from '../work-tabs.tsx';
import { Queue } from './queue.tsx';

export const loader = () => queryClient.prefetchInfiniteQuery(reviewQuery());

const Nothing = () => (
  <EmptyState icon={ClipboardCheck} title="Nothing to review">
    <Text>What clients hand in comes here.</Text>
  </EmptyState>
);

export function Component() {
  const filter = useAddressFilter();
  const { seesOthers } = useReach();
  const adviser = seesOthers ? filter.chosen(ADVISER) : '';
  const { list, all, isPart } = usePages(reviewQuery(), reviewQuery(adviser ? { adviser } : undefined));
  const [said, setSaid] = useState('');
  const isNone = all?.length === 0;
  return (
    <ListPage
      title="To Review"
      subtitle="What clients have handed in, longest waiting first"
      tabs={<WorkTabs lists={{ [paths.toReview]: all }} />}
      label="To review"
    >
      <Text role="status" srOnly>
        {said}
      </Text>
      <List
        list={list}
        rows={isPart ? list.data : all?.filter(({ adviserId }) => !adviser || adviserId === adviser)}
        noun="requests"
        failure="The requests could not be loaded"
        loading={<RowsLoading label="Loading requests..." count={5} height="5rem" mb="2" />}
        nothing={isNone && <Nothing />}
        tools={
          seesOthers &&
          (isPart || all) && (
            <Box mb="5">
              <AdviserFilter of={all} other="An adviser without requests" filter={filter} />
            </Box>
          )
        }
        noneFound={<NoneFound noun="requests" onClear={() => filter.clear('')} />}
      >
        {(requests) => <Queue requests={requests} onSaid={setSaid} />}
      </List>
    </ListPage>
  );
}
