import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { createPath, useLocation, useNavigate } from 'react-router';
import { enrolmentDue, sessionLost, signedOut } from '../../lib/http/session-events.ts';
import { loginPath, paths, setupPath } from '../../lib/navigation/paths.ts';
import { queryClient } from '../../lib/query/query.ts';
import { notify } from '../../lib/screen/notify.ts';
import { logout, meQuery } from '../../parts/account/me.ts';

/**
 * Leaves for the login screen, and the way back, as soon as the session is over in this tab or another. Who is `leaving` is
 * told nothing of it: what was still being read is refused then.
 */
export function useSessionLost(leaving: boolean) {
  const navigate = useNavigate();
  const path = createPath(useLocation());
  useEffect(() => {
    if (leaving) return;
    return sessionLost.on(async () => {
      notify({ title: 'Signed Out', description: 'Your session has ended. Please sign in again.' }, 'error');
      await navigate(loginPath(path), { replace: true, flushSync: true });
      queryClient.clear();
    });
  }, [navigate, path, leaving]);
}

/** Leaves for where a second factor is set up, and the way back, as soon as nothing else is answered without one. */
export function useEnrolmentDue() {
  const navigate = useNavigate();
  const path = createPath(useLocation());
  useEffect(
    () =>
      enrolmentDue.on(async () => {
        queryClient.setQueryData(meQuery.queryKey, (me) => me && { ...me, mustEnrol: true as const });
        await navigate(setupPath(path), { replace: true });
      }),
    [navigate, path],
  );
}

/** Signs out here and in the other tabs, and leaves nothing readable behind. */
export function useLogout() {
  const navigate = useNavigate();
  const { mutateAsync, isPending, isSuccess } = useMutation(logout);
  const leave = async () => {
    signedOut.tell(queryClient.getQueryData(meQuery.queryKey)?.id);
    await navigate(paths.login, { flushSync: true });
    queryClient.clear();
  };
  // Not by a callback of the change: that is dropped where another frame takes the place of this one meanwhile.
  const signOut = () => mutateAsync({}).then(leave, () => undefined);
  return { busy: isPending || isSuccess, signOut };
}
