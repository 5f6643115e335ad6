import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { ScanEye } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Navigate } from 'react-router';
import { ApiError } from '../../lib/http/api.ts';
import { sessionLost } from '../../lib/http/session-events.ts';
import { loginPath, previewPath, setupPath } from '../../lib/navigation/paths.ts';
import { queryClient } from '../../lib/query/query.ts';
import { meQuery } from '../../parts/account/me.ts';
import { OtherAccount, useOtherAccount } from '../../parts/account/other-account.tsx';
import { ErrorState } from '../../ui/eager/state.tsx';
import { Words } from '../../ui/text/words.tsx';
import { OpenedPortal } from './opened-portal.tsx';
import { LoadingPortal, PortalFrame } from './portal-frame.tsx';
import { previewQuery } from './portal-query.ts';

const Banner = ({ name }: { name: string }) => (
  <Flex
    as="aside"
    aria-labelledby="preview"
    colorPalette="yellow"
    bg="colorPalette.subtle"
    color="colorPalette.fg"
    borderBottomWidth="1px"
    borderColor="colorPalette.border"
    justify="center"
    align="center"
    gap="2.5"
    px="4"
    py="2.5"
  >
    <ScanEye size={20} style={{ flexShrink: 0 }} aria-hidden />
    <Text id="preview" fontWeight="medium">
      You see what <Words>{name}</Words> sees. Nothing can be sent from here.
    </Text>
  </Flex>
);

/** Returns true after a sign-out here or in another tab. Clears the cache, so that nothing readable is left. */
function useIsOver(): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(
    () =>
      sessionLost.on(() => {
        setOver(true);
        queryClient.clear();
      }),
    [],
  );
  return isOver;
}

const SignIn = ({ clientId }: { clientId: string }) => <Navigate to={loginPath(previewPath(clientId))} replace />;

function Look({ clientId }: { clientId: string }) {
  const { data, error, isPending, refetch } = useQuery(previewQuery(clientId));
  if (isPending) return <LoadingPortal />;
  if (data)
    return (
      <>
        <Banner name={data.client.name} />
        <OpenedPortal portal={data} />
      </>
    );
  if (error instanceof ApiError && error.status === 401) return <SignIn clientId={clientId} />;
  if (error instanceof ApiError && error.more.mustEnrol)
    return <Navigate to={setupPath(previewPath(clientId))} replace />;
  return (
    <PortalFrame title="Preview">
      <ErrorState title="This client’s page could not be loaded" error={error} onRetry={refetch} />
    </PortalFrame>
  );
}

/** Read-only view of a client's page for their adviser: sends nothing and marks nothing as read. */
export default function Preview({ clientId }: { clientId: string }) {
  const other = useOtherAccount();
  const isOver = useIsOver();
  // Finds out whose page this is. Nothing is shown of it.
  useQuery({ ...meQuery, enabled: !isOver });
  if (isOver) return <SignIn clientId={clientId} />;
  return other ? <OtherAccount other={other} /> : <Look clientId={clientId} />;
}
