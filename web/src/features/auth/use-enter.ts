import { useNavigate, useSearchParams } from 'react-router';
import type { Adviser } from '#shared/contract/advisers.ts';
import { returnPath } from '../../lib/paths.ts';
import { startSession } from '../../parts/me.ts';

/** What follows a sign-in: on to the dashboard, or back to where one was when the session ended (product 2). */
export function useEnter() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  return (me: Adviser) => {
    startSession(me);
    return navigate(returnPath(search), { replace: true });
  };
}
