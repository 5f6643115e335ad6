import type { LoaderFunctionArgs } from 'react-router';
import { clientIdIn } from '../../lib/http/token.ts';
import { isPreview, tokenIn } from '../../lib/navigation/paths.ts';
import { queryClient, read } from '../../lib/query/query.ts';

// Keeps a refusal that the loader already received: mounting the screen does not retry it.
const ONCE = { retryOnMount: false } as const;

/** Journey that a token opens. The token is kept only in the address and in memory. */
export const portalQuery = (token: string) => ({
  ...read('GET /api/portal/{token}', { params: { token }, token }),
  ...ONCE,
});

/**
 * Adviser's preview of a journey; each read adds an audit entry. A 401 is an answer here, not the end of the session.
 */
export const previewQuery = (clientId: string) =>
  ({
    ...read('GET /api/clients/{id}/portal', { params: { id: clientId } }),
    meta: { read: 'GET /api/clients/{id}/portal', noSession: true },
    ...ONCE,
  }) as const;

/** Prefetches the journey while the code of the page loads. */
export function startPortal({ request, params }: LoaderFunctionArgs) {
  const token = tokenIn(params);
  if (!token) return null;
  const { searchParams } = new URL(request.url);
  if (isPreview(searchParams)) void queryClient.prefetchQuery(previewQuery(clientIdIn(token)));
  else void queryClient.prefetchQuery(portalQuery(token));
  return null;
}
