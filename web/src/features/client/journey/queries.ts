import type { NavigateFunction } from 'react-router';
import type { Advice } from '#shared/contract/clients.ts';
import type { Stage, StageChange } from '#shared/contract/journey.ts';
import type { DocumentRequest } from '#shared/contract/requests.ts';
import { countOf, stillLeft } from '#shared/rules/counted-words.ts';
import {
  FACTFIND_STAGE,
  PLANS_STAGE,
  PROPOSAL_STAGE,
  SIGNATURE_STAGE,
  type StageStatus,
  stepsDone,
} from '#shared/rules/journey.ts';
import { isUnderWay } from '#shared/rules/loas.ts';
import { isSettled } from '#shared/rules/requests.ts';
import { call } from '../../../lib/http/api.ts';
import { errorToast } from '../../../lib/http/failure.ts';
import { clientPath } from '../../../lib/navigation/paths.ts';
import { queryClient } from '../../../lib/query/query.ts';
import { notify, type ToastContent } from '../../../lib/screen/notify.ts';
import { readAfterMany, runEach } from '../../../parts/client/bulk.ts';
import { clientQuery } from '../../../parts/client/clients.ts';
import { addStepToEach, loasQuery } from '../../../parts/loa/loas.ts';
import { adviserChange, execute, optimistic } from '../../../parts/refreshes.ts';
import { openStartFactfind } from '../../../parts/request/open-ask.ts';
import { canStartFactfind, requestsQuery } from '../../../parts/request/requests.ts';
import { CHARGES } from '../navigation.ts';
import { stagesQuery } from '../queries.ts';

const withStage = (stages: Stage[], id: string, change: StageChange): Stage[] =>
  stages.map((stage) => ({
    ...stage,
    ...(stage.id === id && change),
    subStages: withStage(stage.subStages, id, change),
  }));

const setting = (label: string, stage: Stage, change: StageChange) => ({
  action: { label, onClick: () => void changeStage(stage, change).catch(() => undefined) },
});

/** Returns what the toast adds once `stage` is booked or finished: the next action, or Undo. `stage` is as before the change. */
function offerAfter(
  stage: Stage,
  { status, notRequired, bookedFor }: StageChange,
): Pick<ToastContent, 'detail' | 'action' | 'otherAction'> {
  if (bookedFor === null) return setting('Undo', stage, { bookedFor: stage.bookedFor });
  if (bookedFor)
    return stage.status === 'pending' ? setting(`Complete ${stage.stageNumber}`, stage, { status: 'completed' }) : {};
  const stages = queryClient.getQueryData(stagesQuery(stage.clientId).queryKey) ?? [];
  const top = stages.find(({ id }) => id === (stage.parentStageId ?? stage.id));
  if (!top || !(status === 'completed' || notRequired)) return {};
  const { done, total } = stepsDone(top);
  const isStep = stage.id !== top.id;
  if (isStep && (done < total || top.status === 'completed')) return {};
  if (isStep) return setting(`Complete ${top.title}`, top, { status: 'completed' });
  if (done < total)
    return { detail: stillLeft(total - done, 'step', 'pending'), ...setting('Undo', stage, { status: stage.status }) };
  const next = stages[stages.indexOf(top) + 1];
  return next?.status === 'pending' ? setting(`Start ${next.title}`, next, { status: 'in_progress' }) : {};
}

/** Waives the requests of a stage, and reports it in one toast. */
async function waive(requests: readonly DocumentRequest[]) {
  const failed = await runEach(requests, ({ id, version }) =>
    call('POST /api/requests/{id}/decision', { params: { id }, body: { version, decision: 'waive' } }),
  );
  const done = requests.length - failed.length;
  if (failed.length > 0) notify({ title: 'Error', description: 'Failed to decide on the request' }, 'error');
  else notify({ title: done === 1 ? 'Request Waived' : `${done} Requests Waived` });
  await readAfterMany('POST /api/requests/{id}/decision');
}

/** Returns what ends the open requests of a stage, and the letters under way if it is the stage of plans. */
function endsOf({ id, clientId, stageNumber }: Stage) {
  const requests = queryClient.getQueryData(requestsQuery(clientId).queryKey) ?? [];
  const open = requests.filter((request) => request.stageId === id && !isSettled(request));
  const loas = queryClient.getQueryData(loasQuery(clientId).queryKey) ?? [];
  const letters = stageNumber === PLANS_STAGE ? loas.filter(({ state }) => isUnderWay(state)) : [];
  const close = () => addStepToEach(letters, ({ version }) => ({ version, step: 'closed' }));
  return [
    ...(open.length > 0
      ? [{ label: `Waive ${countOf(open.length, 'Request')}`, onClick: () => void waive(open) }]
      : []),
    ...(letters.length > 0
      ? [{ label: `Close ${countOf(letters.length, 'Letter')}`, onClick: () => void close() }]
      : []),
  ];
}

/** Adds to the toast offers to end what is open at a stage that is not required any more. */
function withEnds(offer: ReturnType<typeof offerAfter>, stage: Stage, { notRequired }: StageChange): typeof offer {
  if (!notRequired) return offer;
  const [action, otherAction] = [...endsOf(stage), ...(offer.action ? [offer.action] : [])];
  return { ...offer, ...(action && { action }), ...(otherAction && { otherAction }) };
}

function missingNote(stageNumber: number, advice: Advice | null): string | undefined {
  const { initial = null, ongoing = null, how = null, givenOn = null } = advice ?? {};
  if (stageNumber === SIGNATURE_STAGE && (initial ?? ongoing ?? how) === null) return 'Note the Charges';
  if (stageNumber === PROPOSAL_STAGE && givenOn === null) return 'Note the Advice';
  return;
}

/** Offers to note the charges once the client has signed, and the advice once it is sent, if they are empty. */
function offerToNote({ clientId, stageNumber }: Stage): ToastContent['action'] {
  const client = queryClient.getQueryData(clientQuery(clientId).queryKey);
  const label = client && missingNote(stageNumber, client.advice);
  if (!label) return;
  const onClick = (navigate: NavigateFunction) => {
    const { pathname } = window.location;
    // The page has two addresses, and moving to the other one would start it again.
    const page = pathname.endsWith(clientId) ? pathname : clientPath(clientId);
    void navigate(page + CHARGES, { preventScrollReset: true });
  };
  return { label, onClick };
}

/** Offers a fact-find once its stage is started, if none is under way. */
function offerFactfind({ clientId, stageNumber }: Stage): ToastContent['action'] {
  const requests = queryClient.getQueryData(requestsQuery(clientId).queryKey);
  if (stageNumber !== Math.floor(FACTFIND_STAGE) || !requests || !canStartFactfind(requests)) return;
  return { label: 'Start Fact-Find…', onClick: () => openStartFactfind.emit(clientId) };
}

const NEXT: Readonly<Partial<Record<StageStatus, typeof offerToNote>>> = {
  in_progress: offerFactfind,
  completed: offerToNote,
};

/** Adds the offer to note charges or advice, or to start a fact-find, as the second action if there is one already. */
function withNext(offer: ReturnType<typeof offerAfter>, stage: Stage, { status }: StageChange): typeof offer {
  const next = status && NEXT[status]?.(stage);
  return next ? { ...offer, ...(offer.action ? { otherAction: next } : { action: next }) } : offer;
}

const STAGE_UPDATED = { title: 'Stage Updated', description: 'The stage has been updated.' };

const saidOf = ({ bookedFor }: StageChange) =>
  bookedFor === undefined ? STAGE_UPDATED : { title: bookedFor ? 'Date Saved' : 'Date Removed' };

/** Changes the status of a stage, if it is required, or its meeting's date. Updates the screen optimistically. */
export const changeStage = (stage: Stage, body: StageChange): Promise<Stage> =>
  execute(
    optimistic(
      adviserChange('PATCH /api/stages/{stageId}', {
        success: {
          ...saidOf(body),
          offer: () => withNext(withEnds(offerAfter(stage, body), stage, body), stage, body),
        },
        failure: errorToast('Failed to update stage'),
      }),
      stagesQuery(stage.clientId),
      (stages: Stage[], change, { params }) => withStage(stages, params.stageId, change),
    ),
    { params: { stageId: stage.id }, body },
  );

export const resetJourney = adviserChange('POST /api/clients/{id}/stages/reset', {
  success: { title: 'Journey Reset', description: 'All stages are pending again. Documents have been kept.' },
  failure: errorToast('Failed to reset journey'),
});
