import { mutationOptions } from '@tanstack/react-query';
import type { AnswerOf } from '#shared/contract/api.ts';
import type { Factfind, FactfindAnswer } from '#shared/contract/factfind.ts';
import { FACTFIND_STAGE, flatStages } from '#shared/rules/journey.ts';
import { londonParts } from '#shared/rules/london.ts';
import { saveFile } from '../../lib/files/save-file.ts';
import { ApiError, send } from '../../lib/http/api.ts';
import { errorToast } from '../../lib/http/failure.ts';
import { type MutationMeta, queryClient } from '../../lib/query/query.ts';
import { clientQuery } from '../../parts/client/clients.ts';
import { stagesQuery } from '../../parts/client/stages.ts';
import { adviserChange, runChange } from '../../parts/refreshes.ts';
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
  },
});

const ASK = 'POST /api/clients/{id}/factfind/ask';
const TOLD = 'The client is told within half an hour.';

const asking = (title: string, failure: string) =>
  adviserChange(ASK, { success: { title, description: TOLD }, failure: errorToast(failure) });

export const askClient = (questions: number) =>
  asking(questions === 1 ? 'Question Sent' : `${questions} Questions Sent`, 'Failed to send the questions');

export const openAgain = asking('Fact-Find Opened Again', 'Failed to open the fact-find again');

const completeStage = adviserChange('PATCH /api/stages/{stageId}', {
  success: { title: 'Stage Updated', description: 'The stage has been updated.' },
  failure: errorToast('Failed to update stage'),
});

/** Offers to complete the stage of the fact-find, if it is pending. */
function offerStage(clientId: string) {
  const stages = queryClient.getQueryData(stagesQuery(clientId).queryKey) ?? [];
  const stage = flatStages(stages).find(({ stageNumber }) => stageNumber === FACTFIND_STAGE);
  const isCompleted = queryClient.getQueryData(clientQuery(clientId).queryKey)?.completed;
  if (stage?.status !== 'pending' || stage.notRequired || isCompleted) return {};
  const sent = { params: { stageId: stage.id }, body: { status: 'completed' as const } };
  return { action: { label: `Complete ${FACTFIND_STAGE}`, onClick: () => void runChange(completeStage, sent) } };
}

export const acceptFactfind = (clientId: string) =>
  adviserChange('POST /api/clients/{id}/factfind/accept', {
    success: { title: 'Fact-Find Accepted', offer: () => offerStage(clientId) },
    failure: errorToast('Failed to accept the fact-find'),
  });

/** Saves all answers as a CSV file. The export is recorded. */
export const exportFactfind = mutationOptions({
  mutationFn: async ({ id, name }: { id: string; name: string }) => {
    const file = await send('GET /api/clients/{id}/factfind', { params: { id }, accept: 'text/csv' });
    saveFile(await file.blob(), `Fact-find of ${name} ${londonParts(new Date()).date}.csv`);
  },
  meta: {
    success: { title: 'Fact-Find Exported', description: 'This export is in the client’s audit log' },
    failure: { title: 'Export Failed', description: 'Failed to export the fact-find', server: true },
  },
});
