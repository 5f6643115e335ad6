import { useNavigate, useSearchParams } from 'react-router';
import type { HalfSignedIn, SignedIn } from '#shared/contract/advisers.ts';
import { paths, returnPath } from '../../lib/navigation/paths.ts';
import { startSession } from '../../parts/account/me.ts';
import { keepTyped } from './typed-password.ts';

/** The page of what is owed after a password. */
const OWED: Record<HalfSignedIn['next'], string> = {
  'second-factor': paths.secondFactor,
  'change-password': paths.newPassword,
};

/**
 * What follows a sign-in: on to the dashboard, or back to where one was when the session ended (product 2); to a further page
 * of the sign-in where more is owed. `password`: what was typed, for the page that asks for a new one.
 */
export function useEnter() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  return (answer: SignedIn, password?: string) => {
    if ('next' in answer) {
      if (password !== undefined) keepTyped(password);
      const page = { pathname: OWED[answer.next], search: `${search}` };
      return navigate(page, { replace: true, state: { methods: answer.methods } });
    }
    keepTyped(undefined);
    startSession(answer);
    return navigate(returnPath(search), { replace: true });
  };
}
