import { Button } from '@chakra-ui/react/button';
import { Text } from '@chakra-ui/react/text';
import { CloudOff, RefreshCw } from 'lucide-react';
import { useEffect } from 'react';
import { useRevalidator, useRouteError } from 'react-router';
import { ConnectionError } from '../lib/api.ts';
import { EmptyState } from '../ui/state.tsx';

const MISSING_CHUNK = /dynamically imported module|importing a module script failed|error loading dynamically/i;

/**
 * A page that could not be shown: an older app after a release asks to be reloaded. One that could not be fetched offline
 * comes by itself when the connection is back.
 */
export function RouteError() {
  const error = useRouteError();
  const { revalidate } = useRevalidator();
  useEffect(() => {
    window.addEventListener('online', revalidate);
    return () => window.removeEventListener('online', revalidate);
  }, [revalidate]);
  const isMissing = error instanceof Error && MISSING_CHUNK.test(error.message);
  const isOffline = error instanceof ConnectionError || (isMissing && !navigator.onLine);
  const outdated = isMissing && navigator.onLine;
  return (
    <EmptyState
      icon={outdated ? RefreshCw : CloudOff}
      title={outdated ? 'A new version is available' : isOffline ? 'There is no connection' : 'Something went wrong'}
      role="alert"
    >
      <Text>
        {isOffline && 'Please check your connection. This page opens as soon as it is back.'}
        {outdated && 'Please reload the page to continue.'}
        {!isOffline && !outdated && 'This is on our side, not yours. Please reload the page.'}
      </Text>
      <Button mt="2" size="sm" onClick={() => (isOffline ? revalidate() : window.location.reload())}>
        {isOffline ? 'Try again' : 'Reload page'}
      </Button>
    </EmptyState>
  );
}
