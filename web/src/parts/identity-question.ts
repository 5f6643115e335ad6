import { ApiError, call, PlainError, type Sent } from '../lib/api.ts';
import type { MutationMeta } from '../lib/query.ts';
import { adviserChange, type Change } from './refreshes.ts';

/** The question who somebody is, while it is on the screen. */
interface Question {
  answered: Promise<void>;
  confirm: () => void;
  giveUp: () => void;
}

const NOT_CONFIRMED = 'Nothing was changed, as it was not confirmed that it is you.';

const listeners = new Set<() => void>();
let question: Question | undefined;

function show(next: Question | undefined) {
  question = next;
  for (const listener of listeners) listener();
}

function newQuestion(): Question {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const end = (settle: () => void) => {
    show(undefined);
    settle();
  };
  return {
    answered: promise,
    confirm: () => end(resolve),
    giveUp: () => end(() => reject(new PlainError(NOT_CONFIRMED))),
  };
}

/** The question on the screen, for the one place that draws it. */
export const identityQuestion = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  shown: () => question,
};

/**
 * Does something that the server may want confirmed: where it answers so, asks who it is, and does it again. Throws as `act`
 * does, and where it is not confirmed.
 */
export async function confirmed<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof ApiError) || error.more.confirm !== true) throw error;
    if (!question) show(newQuestion());
    await question?.answered;
    return act();
  }
}

/** Options of a change by an adviser that the server may want confirmed; else as `adviserChange`. */
export const confirmedChange = <C extends Change>(name: C, meta: MutationMeta) => ({
  ...adviserChange(name, meta),
  mutationFn: (sent: Sent<C>) => confirmed(() => call(name, sent)),
});
