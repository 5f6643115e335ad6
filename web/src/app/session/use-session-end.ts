import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { notify } from '../../lib/notify.ts';
import { loginPath, paths, setupPath } from '../../lib/paths.ts';
import { queryClient } from '../../lib/query.ts';
import { enrolmentDue, sessionLost, tellOtherTabs } from '../../lib/session-events.ts';
import { logout, meQuery } from '../../parts/me.ts';

/** Leaves for the login screen, and the way back, as soon as the session is over in this tab or another. */
export function useSessionLost() {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  useEffect(
    () =>
      sessionLost.on(async () => {
        notify({ title: 'Signed Out', description: 'Your session has ended. Please sign in again.' }, 'error');
        await navigate(loginPath(pathname + search), { replace: true, flushSync: true });
        queryClient.clear();
      }),
    [navigate, pathname, search],
  );
}

/** Leaves for where a second factor is set up, and the way back, as soon as nothing else is answered without one. */
export function useEnrolmentDue() {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  useEffect(
    () =>
      enrolmentDue.on(async () => {
        queryClient.setQueryData(meQuery.queryKey, (me) => me && { ...me, mustEnrol: true as const });
        await navigate(setupPath(pathname + search), { replace: true });
      }),
    [navigate, pathname, search],
  );
}

/** Signs out here and in the other tabs, and leaves nothing readable behind. */
export function useLogout() {
  const navigate = useNavigate();
  const { mutateAsync, isPending, isSuccess } = useMutation(logout);
  const leave = async () => {
    tellOtherTabs();
    await navigate(paths.login, { flushSync: true });
    queryClient.clear();
  };
  // Not by a callback of the change: that is dropped where another frame takes the place of this one meanwhile.
  const signOut = () => mutateAsync({}).then(leave, () => undefined);
  return { busy: isPending || isSuccess, signOut };
}
