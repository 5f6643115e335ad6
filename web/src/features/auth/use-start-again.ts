import { useNavigate, useSearchParams } from 'react-router';
import { ADVISER_MESSAGES } from '#shared/rules/people.ts';
import { ApiError } from '../../lib/http/api.ts';
import { paths } from '../../lib/navigation/paths.ts';
import { notify } from '../../lib/screen/notify.ts';
import { keepTyped } from './typed-password.ts';

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
