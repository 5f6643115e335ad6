import type { LoaderFunctionArgs } from 'react-router';
import { queryClient, read } from '../../lib/query.ts';

/** The journey that a token opens. The token lives in the address and in memory, nowhere else. */
export const portalQuery = (token: string) => ({
  ...read('GET /api/portal/{token}', { params: { token }, token }),
  // A refusal that was there before the screen stands.
  retryOnMount: false,
});

/** Asks for the journey while the code that shows it is still on its way. */
export function startPortal({ params: { token } }: LoaderFunctionArgs) {
  if (token) void queryClient.prefetchQuery(portalQuery(token));
  return null;
}
