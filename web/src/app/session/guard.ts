import { type LoaderFunctionArgs, redirect } from 'react-router';
import { ApiError } from '../../lib/api.ts';
import { loginPath, paths } from '../../lib/paths.ts';
import { queryClient } from '../../lib/query.ts';
import { meQuery } from '../../parts/me.ts';

/** Lets only signed-in advisers in; others go to the login screen, which leads back here. */
export async function requireAdviser({ request }: LoaderFunctionArgs) {
  try {
    return await queryClient.ensureQueryData(meQuery);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    const { pathname, search } = new URL(request.url);
    throw redirect(loginPath(pathname + search));
  }
}

/** Lets only admins in; other advisers go to the dashboard (product 2). */
export async function requireAdmin(args: LoaderFunctionArgs) {
  const me = await requireAdviser(args);
  if (me.role !== 'admin') throw redirect(paths.dashboard);
  return me;
}
