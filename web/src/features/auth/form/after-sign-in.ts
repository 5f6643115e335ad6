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
    rememberTyped(undefined);
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

interface Typed {
  email: string;
  password: string;
}
let remembered: Typed | undefined;

/** Keeps what was typed in memory only, for the page that sets a new password. */
export function rememberTyped(typed: Typed | undefined) {
  remembered = typed;
}

/** Returns the typed address and password; undefined after a reload. */
export const rememberedTyped = () => remembered;

const OWED: Record<HalfSignedIn['next'], string> = {
  'second-factor': paths.secondFactor,
  'change-password': paths.newPassword,
};

/**
 * Continues after a sign-in: to the next step, the dashboard, or the page where the session ended. `typed` is kept
 * for the page that sets a new password.
 */
export function useAfterSignIn() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  return (answer: SignedIn, typed?: Typed) => {
    if ('next' in answer) {
      if (typed !== undefined) rememberTyped(typed);
      const page = { pathname: OWED[answer.next], search: `${search}` };
      return navigate(page, { replace: true, state: { methods: answer.methods } });
    }
    rememberTyped(undefined);
    startSession(answer);
    return navigate(returnPath(search), { replace: true });
  };
}
