import { Button } from '@chakra-ui/react/button';
import { Text } from '@chakra-ui/react/text';
import { onlineManager } from '@tanstack/react-query';
import { CloudOff, RefreshCw } from 'lucide-react';
import { useEffect } from 'react';
import { useRevalidator, useRouteError } from 'react-router';
import { ConnectionError } from '../lib/http/api.ts';
import { isThrottled } from '../lib/http/failure.ts';
import { EmptyState } from '../ui/eager/state.tsx';

const MISSING_CHUNK = /dynamically imported module|importing a module script failed|error loading dynamically/i;
/** Seconds to wait if a throttled response has no `Retry-After`: the web ACL's window. */
const USUAL_WAIT = 300;
/** Seconds between retries without a connection: browsers do not report every reconnection. */
const CONNECTION_WAIT = 5;

/** Returns the page's texts, and after how many seconds to retry, if a retry can help. */
function explain(error: unknown) {
  const isMissing = error instanceof Error && MISSING_CHUNK.test(error.message);
  if (isMissing && navigator.onLine)
    return { title: 'A new version is available', text: 'Please reload the page to continue.', icon: RefreshCw };
  if (isMissing || error instanceof ConnectionError)
    return {
      title: 'There is no connection',
      text: 'Please check your connection. This page opens as soon as it is back.',
      reopensAfter: CONNECTION_WAIT,
    };
  if (isThrottled(error))
    return {
      title: 'Too many requests',
      text: 'Too many requests came from your network. Please wait: this page opens again within a few minutes.',
      reopensAfter: error.retryAfter ?? USUAL_WAIT,
    };
  return { title: 'Something went wrong', text: 'This is on our side, not yours. Please reload the page.' };
}

/** Error page of a route. Retries automatically when the connection is back or the rate limit has passed. */
export function RouteError() {
  const error = useRouteError();
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const { reopensAfter } = explain(error);
    if (reopensAfter === undefined) return;
    const timer = setTimeout(revalidate, reopensAfter * 1000);
    const stop = onlineManager.subscribe((isOnline) => isOnline && void revalidate());
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [error, revalidate]);
  const { title, text, icon = CloudOff, reopensAfter } = explain(error);
  return (
    <EmptyState icon={icon} title={title} role="alert">
      <Text>{text}</Text>
      <Button mt="2" size="sm" onClick={() => (reopensAfter ? revalidate() : window.location.reload())}>
        {reopensAfter ? 'Try Again' : 'Reload Page'}
      </Button>
    </EmptyState>
  );
}
