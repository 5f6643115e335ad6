import type { AnswerOf } from '#shared/contract/api.ts';
import type { Factfind, FactfindAnswer } from '#shared/contract/factfind.ts';
import { ApiError } from '../../lib/http/api.ts';
import { errorToast } from '../../lib/http/failure.ts';
import { type MutationMeta, queryClient } from '../../lib/query/query.ts';
import { adviserChange } from '../../parts/refreshes.ts';
import { factfindQuery } from '../../parts/request/factfind.tsx';

const SAVE = 'PATCH /api/clients/{id}/factfind';
type Saved = AnswerOf<typeof SAVE>;

const change = (clientId: string, apply: (now: Factfind) => Factfind) =>
  queryClient.setQueryData(factfindQuery(clientId).queryKey, (now: Factfind | undefined) => now && apply(now));

const withAnswers = (now: Factfind, section: string, answers: Saved['answers']): Factfind => ({
  ...now,
  answers: { ...now.answers, [section]: { ...now.answers[section], ...answers } },
});

/** A save of an answer ends the question about it. */
function withSaved(now: Factfind, section: string, { request, answers }: Saved): Factfind {
  const asks = Object.entries(now.asks[section] ?? {}).filter(([key]) => !answers[key]);
  return {
    ...withAnswers(now, section, answers),
    request,
    asks: { ...now.asks, [section]: Object.fromEntries(asks) },
  };
}

/** Returns the newer answers that refused a save; undefined if it failed for another reason. */
const newerIn = (error: unknown): Record<string, FactfindAnswer> | undefined =>
  error instanceof ApiError && error.status === 409 ? error.more.answers : undefined;

/** Reads the fact-find again after a refusal, which may be newer than the page. */
const readAgain = (clientId: string) =>
  void queryClient.invalidateQueries({ queryKey: factfindQuery(clientId).queryKey });

interface SaveOptions {
  success?: MutationMeta['success'];
  /** Set if the caller shows a newer answer that refused the save. */
  showsNewer?: true;
}

/** Saves answers of staff to a section. The page then shows them, or the newer ones that refused the save. */
export const saveAnswers = (clientId: string, section: string, { success, showsNewer }: SaveOptions) => ({
  ...adviserChange(SAVE, {
    ...(success && { success }),
    failure: {
      ...errorToast('Failed to save the answer'),
      ...(showsNewer && { isShown: (error: unknown) => newerIn(error) !== undefined }),
    },
  }),
  onSuccess: (saved: Saved) => void change(clientId, (now) => withSaved(now, section, saved)),
  onError: (error: Error) => {
    const newer = newerIn(error);
    if (newer) change(clientId, (now) => withAnswers(now, section, newer));
    else readAgain(clientId);
  },
});

const ASK = 'POST /api/clients/{id}/factfind/ask';
const TOLD = 'The client is told within half an hour.';

/** Puts questions to the client, or opens an agreed fact-find again. A refusal shows it as it is now. */
const asking = (clientId: string, title: string, failure: string) => ({
  ...adviserChange(ASK, { success: { title, description: TOLD }, failure: errorToast(failure) }),
  onError: () => readAgain(clientId),
});

export const askClient = (clientId: string, questions: number) =>
  asking(clientId, questions === 1 ? 'Question Sent' : `${questions} Questions Sent`, 'Failed to send the questions');
