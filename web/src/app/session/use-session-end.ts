import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { notify } from '../../lib/notify.ts';
import { loginPath, paths } from '../../lib/paths.ts';
import { queryClient } from '../../lib/query.ts';
import { onSessionLost, tellOtherTabs } from '../../lib/session-events.ts';
import { logout } from '../../parts/me.ts';

/** Leaves for the login screen, and the way back, as soon as the session is over in this tab or another. */
export function useSessionLost() {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  useEffect(
    () =>
      onSessionLost(async () => {
        notify({ title: 'Signed Out', description: 'Your session has ended. Please sign in again.' }, 'error');
        await navigate(loginPath(pathname + search), { replace: true, flushSync: true });
        queryClient.clear();
      }),
    [navigate, pathname, search],
  );
}

/** Signs out here and in the other tabs, and leaves nothing readable behind. */
export function useLogout() {
  const navigate = useNavigate();
  const mutation = useMutation(logout);
  const leave = async () => {
    tellOtherTabs();
    await navigate(paths.login, { flushSync: true });
    queryClient.clear();
  };
  const busy = mutation.isPending || mutation.isSuccess;
  return { busy, signOut: () => mutation.mutate({}, { onSuccess: leave }) };
}
