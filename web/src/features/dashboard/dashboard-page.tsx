import { SecondFactorNotice } from '../../parts/second-factor-notice.tsx';
import { Page } from '../../ui/page.tsx';
import { ClientSearch } from './client-search.tsx';
import { Metrics } from './metrics.tsx';

/** Where an adviser's day starts: find a client, see what needs attention (product 2). */
export const Component = () => (
  <Page title="Client Dashboard" subtitle="Find a client, or start with what needs attention">
    <SecondFactorNotice canDismiss />
    <Metrics />
    <ClientSearch />
  </Page>
);
