import { PageLoading } from '../../ui/page-loading.tsx';
import { PortalFrame } from './portal-frame.tsx';

/** Stands in for a journey that is on its way. */
export const LoadingPortal = () => (
  <PortalFrame title="Your Journey">
    <PageLoading label="Loading your journey..." />
  </PortalFrame>
);
