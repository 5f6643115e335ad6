import { type LoaderFunctionArgs, redirect } from 'react-router';
import { ApiError } from '../../lib/http/api.ts';
import { pageOwner, sessionLost, signedOut } from '../../lib/http/session-events.ts';
import { loginPath, paths, returnPath, setupPath } from '../../lib/navigation/paths.ts';
import { queryClient } from '../../lib/query/query.ts';
import { inBrowser } from '../../lib/storage/storage.ts';
import { meQuery } from '../../parts/account/me.ts';

const HINT = 'signed in';
const forget = () => inBrowser((storage) => storage.removeItem(HINT));
signedOut.on(forget);
sessionLost.on(forget);

const wasSignedIn = () => inBrowser((storage) => storage.getItem(HINT)) != null;

/** Returns the signed-in account. Redirects to the login screen without one. */
async function requireMe(path: string) {
  try {
    // Refetches if a change made it stale, such as the set-up of a second factor.
    const me = await queryClient.fetchQuery(meQuery);
    // The server refuses all other reads until a second factor is set up.
    inBrowser((storage) => (me.mustEnrol ? storage.removeItem(HINT) : storage.setItem(HINT, 'yes')));
    return me;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    forget();
    throw redirect(loginPath(path));
  }
}

/**
 * Starts reads in parallel with `GET /api/auth/me` if a session is likely, else after it; a route waits for none of
 * them. The hint has no authority: the server checks the session of each read.
 */
export function whenSignedIn(read: () => unknown): null {
  if (wasSignedIn()) read();
  // After a 401 the code of a route may still arrive; do not request the account again.
  else if (queryClient.getQueryState(meQuery.queryKey)?.status !== 'error')
    queryClient.ensureQueryData(meQuery).then(
      ({ mustEnrol }) => mustEnrol || read(),
      () => undefined,
    );
  return null;
}

/** Returns the requested path. On a fresh load, as from a mailed link, it adds the hash, which requests lack. */
function requestedPath({ request }: LoaderFunctionArgs): string {
  const { pathname, search } = new URL(request.url);
  const { location } = window;
  const isOpened = location.pathname === pathname && location.search === search;
  return pathname + search + (isOpened ? location.hash : '');
}

export async function requireAdviser(args: LoaderFunctionArgs) {
  const path = requestedPath(args);
  const me = await requireMe(path);
  if (me.mustEnrol) throw redirect(setupPath(path));
  return me;
}

export async function requireAdmin(args: LoaderFunctionArgs) {
  const me = await requireAdviser(args);
  if (me.role !== 'admin') throw redirect(paths.dashboard);
  return me;
}

/** Shows the login screen to those who are not signed in. Others go on to the requested page, or to the dashboard. */
export async function skipLogin({ request }: LoaderFunctionArgs) {
  if (wasSignedIn()) {
    // A session may have ended since, so no cached answer counts.
    const me = await queryClient.fetchQuery({ ...meQuery, staleTime: 0 }).catch(() => undefined);
    if (me) throw redirect(returnPath(new URL(request.url).searchParams));
    forget();
  }
  pageOwner.id = undefined;
  return null;
}

/** Admits advisers who must set up a second factor. Redirects others to the page they came from. */
export async function requireEnrolling({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const to = returnPath(searchParams);
  const me = await requireMe(to);
  if (!me.mustEnrol) throw redirect(to);
  return me;
}
