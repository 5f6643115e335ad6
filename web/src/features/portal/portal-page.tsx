import { useQuery } from '@tanstack/react-query';
import { Activity, lazy, Suspense, useEffect, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { ApiError } from '../../lib/http/api.ts';
import { canRetry } from '../../lib/http/failure.ts';
import { clientIdIn } from '../../lib/http/token.ts';
import { isPreview, tokenIn } from '../../lib/navigation/paths.ts';
import { useDeferredReady } from '../../lib/screen/idle.ts';
import { ErrorState } from '../../ui/eager/state.tsx';
import { FirmPhone } from './firm-contact.tsx';
import { OpenedPortal } from './opened-portal.tsx';
import { LoadingPortal, PortalFrame } from './portal-frame.tsx';
import { portalQuery } from './portal-query.ts';

const StepUp = lazy(() => import('./step-up/step-up.tsx'));
const ExpiredLink = lazy(() => import('./expired-link.tsx'));
const Preview = lazy(() => import('./preview.tsx'));
const RefusedAccess = lazy(() => import('./refused-access.tsx'));

const DENIED =
  'This access link is invalid or has expired. If you have had a newer email from us, please use the link in that one. Otherwise please contact your adviser, who can tell you what to do next.';

/** Moves the focus to the page's title, as the field of the code or the button is gone. */
function FocusTitle() {
  useEffect(() => {
    if (document.activeElement === document.body) document.querySelector('h1')?.focus({ preventScroll: true });
  }, []);
  return null;
}

function OpenPortal({ token }: { token: string }) {
  const { data, error, isPending, refetch } = useQuery(portalQuery(token));
  const isReady = useDeferredReady(data !== undefined);
  const { stepUp, expired, replaced = false } = error instanceof ApiError ? error.more : {};
  const [wasKeptOut, setKeptOut] = useState(false);
  if (error && (stepUp || !data) && !wasKeptOut) setKeptOut(true);
  if (isPending || (data && !isReady)) return <LoadingPortal />;
  if (expired) return <ExpiredLink token={token} isReplaced={replaced} />;
  if (!stepUp && error instanceof ApiError && !canRetry(error))
    return <RefusedAccess title="Access Denied">{DENIED}</RefusedAccess>;
  return (
    <>
      {stepUp && (
        <Suspense fallback={<LoadingPortal />}>
          <StepUp token={token} to={stepUp.to} isInterrupted={data !== undefined} />
        </Suspense>
      )}
      {data && (
        // Hidden but mounted, so that typed text is kept until the device is confirmed again.
        <Activity mode={stepUp ? 'hidden' : 'visible'}>
          <OpenedPortal token={token} portal={data} />
          {wasKeptOut && !error && <FocusTitle />}
        </Activity>
      )}
      {!data && !stepUp && (
        <PortalFrame title="Your Journey">
          <ErrorState heading="h1" title="Your journey could not be loaded" error={error} onRetry={refetch}>
            <FirmPhone />
          </ErrorState>
        </PortalFrame>
      )}
    </>
  );
}

/** Opens the client's journey by the token in the address, or the preview for the client's adviser. */
export function Component() {
  const token = tokenIn(useParams());
  const [search] = useSearchParams();
  const open = (token: string) =>
    isPreview(search) ? <Preview clientId={clientIdIn(token)} /> : <OpenPortal key={token} token={token} />;
  return (
    <Suspense fallback={<LoadingPortal />}>
      {token ? (
        open(token)
      ) : (
        <RefusedAccess title="Invalid Access Link">
          This address is not complete. Please open the link from your adviser’s email, or ask your adviser for a new
          one.
        </RefusedAccess>
      )}
    </Suspense>
  );
}
