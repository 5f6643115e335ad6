import { queryClient } from '../../lib/query/query.ts';
import { SecondFactorBar } from '../../parts/account/second-factor-notice.tsx';
import { clientsQuery } from '../../parts/client/clients.ts';
import { AssignTask } from '../../parts/task/assign-task.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { ClientSearch } from './client-search.tsx';
import { Metrics, statsQuery } from './metrics.tsx';

/** Reads ahead what this page is opened with. */
export const readAhead = () =>
  Promise.all([queryClient.prefetchQuery(statsQuery), queryClient.prefetchQuery(clientsQuery())]);

/** Where an adviser's day starts: find a client, see what needs attention (product 2). */
export const Component = () => (
  <Page
    title="Client Dashboard"
    subtitle="Find a client, or start with what needs attention"
    actions={
      <>
        <SecondFactorBar />
        <AssignTask />
      </>
    }
  >
    <Metrics />
    <ClientSearch />
  </Page>
);
