import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { createPath, useLocation, useNavigate, useNavigation } from 'react-router';
import { noteSession } from '../../lib/drafts/drafts.ts';
import { enrolmentDue, sessionLost, signedOut } from '../../lib/http/session-events.ts';
import { loginPath, paths, setupPath } from '../../lib/navigation/paths.ts';
import { queryClient } from '../../lib/query/query.ts';
import { notify } from '../../lib/screen/notify.ts';
import { logout, meQuery } from '../../parts/account/me.ts';

/**
 * Returns the page to come back to after `detour`; `undefined` once the detour is loading. A loading page counts,
 * because its reads may be refused before it is shown.
 */
function useReturnPath(detour: string): string | undefined {
  const shown = useLocation();
  const { location: loading } = useNavigation();
  return loading?.pathname === detour ? undefined : createPath(loading ?? shown);
}

/** Redirects to login when the session ends in any tab, except during sign-out, when pending reads are refused. */
export function useSessionLost(leaving: boolean) {
  const navigate = useNavigate();
  const path = useReturnPath(paths.login);
  useEffect(() => {
    if (leaving || path === undefined) return;
    return sessionLost.on(async () => {
      noteSession();
      notify({ title: 'Signed Out', description: 'Your session has ended. Please sign in again.' }, 'error');
      await navigate(loginPath(path), { replace: true, flushSync: true });
      queryClient.clear();
    });
  }, [navigate, path, leaving]);
}

export function useEnrolmentDue() {
  const navigate = useNavigate();
  const path = useReturnPath(paths.setup);
  useEffect(() => {
    if (path === undefined) return;
    return enrolmentDue.on(async () => {
      queryClient.setQueryData(meQuery.queryKey, (me) => me && { ...me, mustEnrol: true as const });
      await navigate(setupPath(path), { replace: true });
    });
  }, [navigate, path]);
}

/** Signs out in all tabs and clears cached data. */
export function useLogout() {
  const navigate = useNavigate();
  const { mutateAsync, isPending, isSuccess } = useMutation(logout);
  const signOut = useCallback(() => {
    const leave = async () => {
      signedOut.emit(queryClient.getQueryData(meQuery.queryKey)?.id);
      await navigate(paths.login, { flushSync: true });
      queryClient.clear();
    };
    // Not a mutation callback: TanStack Query drops those if another frame is mounted meanwhile.
    return mutateAsync({}).then(leave, () => undefined);
  }, [mutateAsync, navigate]);
  return { busy: isPending || isSuccess, signOut };
}
