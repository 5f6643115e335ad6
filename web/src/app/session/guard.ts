import { type LoaderFunctionArgs, redirect } from 'react-router';
import { ApiError } from '../../lib/http/api.ts';
import { sessionLost, signedOut } from '../../lib/http/session-events.ts';
import { loginPath, paths, returnPath, setupPath } from '../../lib/navigation/paths.ts';
import { queryClient } from '../../lib/query/query.ts';
import { inBrowser } from '../../lib/storage/storage.ts';
import { meQuery } from '../../parts/account/me.ts';

const HINT = 'signed in';
const forget = () => inBrowser((storage) => storage.removeItem(HINT));
signedOut.on(forget);
sessionLost.on(forget);

/** Returns true if somebody was signed in when the app was last open here. */
const wasSignedIn = () => inBrowser((storage) => storage.getItem(HINT)) != null;

/** Who is signed in; others go to the login screen, which leads back to `path`. */
async function requireMe(path: string) {
  try {
    // Asks again if a change made it stale, such as the set-up of a second factor.
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
 * Starts reads beside `GET /api/auth/me` if somebody seems to be signed in, else after it; a route waits for none of them.
 * The hint has no authority: the server checks the session of each read.
 */
export function whenSignedIn(read: () => unknown): null {
  if (wasSignedIn()) read();
  // A route's code may come after the refusal, which is not asked for twice.
  else if (queryClient.getQueryState(meQuery.queryKey)?.status !== 'error')
    queryClient.ensureQueryData(meQuery).then(
      ({ mustEnrol }) => mustEnrol || read(),
      () => undefined,
    );
  return null;
}

/** What is asked for. Its hash, which a request does not have, is known where a page is opened anew, as from a mailed link. */
function askedFor({ request }: LoaderFunctionArgs): string {
  const { pathname, search } = new URL(request.url);
  const { location } = window;
  const isOpened = location.pathname === pathname && location.search === search;
  return pathname + search + (isOpened ? location.hash : '');
}

/** Lets only signed-in advisers in; whoever has to set up a second factor does that first. */
export async function requireAdviser(args: LoaderFunctionArgs) {
  const path = askedFor(args);
  const me = await requireMe(path);
  if (me.mustEnrol) throw redirect(setupPath(path));
  return me;
}

/** Lets only admins in; other advisers go to the dashboard (product 2). */
export async function requireAdmin(args: LoaderFunctionArgs) {
  const me = await requireAdviser(args);
  if (me.role !== 'admin') throw redirect(paths.dashboard);
  return me;
}

/** Lets only those in who have to set up a second factor; others go where they wanted to go. */
export async function requireEnrolling({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const to = returnPath(searchParams);
  const me = await requireMe(to);
  if (!me.mustEnrol) throw redirect(to);
  return me;
}
