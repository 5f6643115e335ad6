import { useNavigate, useSearchParams } from 'react-router';
import type { HalfSignedIn, SignedIn } from '#shared/contract/advisers.ts';
import { ADVISER_MESSAGES } from '#shared/rules/people.ts';
import { ApiError } from '../../../lib/http/api.ts';
import { paths, returnPath } from '../../../lib/navigation/paths.ts';
import { notify } from '../../../lib/screen/notify.ts';
import { startSession } from '../../../parts/account/me.ts';

/** Returns to the first page of the sign-in, on request or because the time to finish has passed. */
export function useRestartSignIn() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const back = () => {
    rememberPassword(undefined);
    return navigate({ pathname: paths.login, search: `${search}` }, { replace: true });
  };
  /** Goes back if the server refused because the time has passed; rethrows other errors. */
  const backIfEnded = async (error: unknown) => {
    if (!(error instanceof ApiError) || error.serverMessage !== ADVISER_MESSAGES.signIn) throw error;
    await back();
    notify({ title: 'Please Sign In Again', description: 'The time to finish signing in has passed.' }, 'error');
  };
  return { back, backIfEnded };
}

let remembered: string | undefined;

/** Keeps the typed password in memory only, for the page that sets a new one. */
export function rememberPassword(password: string | undefined) {
  remembered = password;
}

/** Returns the typed password; undefined after a reload. */
export const rememberedPassword = () => remembered;

const OWED: Record<HalfSignedIn['next'], string> = {
  'second-factor': paths.secondFactor,
  'change-password': paths.newPassword,
};

/**
 * Continues after a sign-in: to the next step, the dashboard, or the page where the session ended. `password` is kept
 * for the page that sets a new one.
 */
export function useAfterSignIn() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  return (answer: SignedIn, password?: string) => {
    if ('next' in answer) {
      if (password !== undefined) rememberPassword(password);
      const page = { pathname: OWED[answer.next], search: `${search}` };
      return navigate(page, { replace: true, state: { methods: answer.methods } });
    }
    rememberPassword(undefined);
    startSession(answer);
    return navigate(returnPath(search), { replace: true });
  };
}
