import { useNavigate, useSearchParams } from 'react-router';
import type { HalfSignedIn, SignedIn } from '#shared/contract/advisers.ts';
import { ADVISER_MESSAGES } from '#shared/rules/people.ts';
import { ApiError } from '../../lib/http/api.ts';
import { paths, returnPath } from '../../lib/navigation/paths.ts';
import { notify } from '../../lib/screen/notify.ts';
import { startSession } from '../../parts/account/me.ts';

/** The ways back to the first page of a sign-in: asked for, or because the time to finish it has passed. */
export function useStartAgain() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const back = () => {
    keepTyped(undefined);
    return navigate({ pathname: paths.login, search: `${search}` }, { replace: true });
  };
  /** Goes back where a call was refused because the time has passed; any other error is thrown on. */
  const backIfEnded = async (error: unknown) => {
    if (!(error instanceof ApiError) || error.serverMessage !== ADVISER_MESSAGES.signIn) throw error;
    await back();
    notify({ title: 'Please Sign In Again', description: 'The time to finish signing in has passed.' }, 'error');
  };
  return { back, backIfEnded };
}

let typed: string | undefined;

/** Keeps the password that was just typed, in memory alone, for the page that asks for a new one. */
export function keepTyped(password: string | undefined) {
  typed = password;
}

/** The password that was just typed; `undefined` where the page was loaded anew since. */
export const typedPassword = () => typed;

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
