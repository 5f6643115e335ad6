import { type LoaderFunctionArgs, redirect } from 'react-router';
import { ApiError } from '../../lib/api.ts';
import { loginPath, paths, returnPath, setupPath } from '../../lib/paths.ts';
import { queryClient } from '../../lib/query.ts';
import { meQuery } from '../../parts/me.ts';

/** Who is signed in; others go to the login screen, which leads back to `path`. */
async function requireMe(path: string) {
  try {
    return await queryClient.ensureQueryData(meQuery);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    throw redirect(loginPath(path));
  }
}

/** Lets only signed-in advisers in; whoever has to set up a second factor does that first. */
export async function requireAdviser({ request }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url);
  const me = await requireMe(pathname + search);
  if (me.mustEnrol) throw redirect(setupPath(pathname + search));
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
