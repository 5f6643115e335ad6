import type { LoaderFunctionArgs } from 'react-router';
import { isPreview, tokenIn } from '../../lib/navigation/paths.ts';
import { queryClient, read } from '../../lib/query/query.ts';

const ID_LENGTH = 22;

/** The id of the client that a portal token, or its beginning, is of (contract, Identity). */
export const clientIdIn = (token: string) => token.slice(0, ID_LENGTH);

// A refusal that was there before the screen stands.
const ONCE = { retryOnMount: false } as const;

/** The journey that a token opens. The token lives in the address and in memory, nowhere else. */
export const portalQuery = (token: string) => ({
  ...read('GET /api/portal/{token}', { params: { token }, token }),
  ...ONCE,
});

/** The same journey for the client's adviser to look at; each look is recorded. 401 is an answer here, not the end of a session. */
export const previewQuery = (clientId: string) =>
  ({
    ...read('GET /api/clients/{id}/portal', { params: { id: clientId } }),
    meta: { read: 'GET /api/clients/{id}/portal', noSession: true },
    ...ONCE,
  }) as const;

/** Whom to phone where no journey can be opened. */
export const firmQuery = read('GET /api/firm');

/** Asks for the journey while the code that shows it is still on its way. */
export function startPortal({ request, params }: LoaderFunctionArgs) {
  const token = tokenIn(params);
  if (!token) return null;
  const { searchParams } = new URL(request.url);
  if (isPreview(searchParams)) void queryClient.prefetchQuery(previewQuery(clientIdIn(token)));
  else void queryClient.prefetchQuery(portalQuery(token));
  return null;
}
