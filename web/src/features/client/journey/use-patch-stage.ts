import { useMutation } from '@tanstack/react-query';
import type { Stage, StageChange } from '#shared/contract/journey.ts';
import { allowedStatuses, type StageStatus } from '#shared/rules/journey.ts';
import { patchStage } from './queries.ts';

/** The way to change one stage; the screen shows the change at once. */
export function usePatchStage({ id, clientId }: Pick<Stage, 'id' | 'clientId'>) {
  const { mutateAsync } = useMutation(patchStage(clientId));
  return (body: StageChange) => mutateAsync({ params: { stageId: id }, body });
}

/**
 * What a stage's button does next: Start, Complete, Reopen (product 4). A sub-stage knows no "in progress", so it goes
 * from pending to completed and back.
 */
export function nextStatus({ stageNumber, status }: Pick<Stage, 'stageNumber' | 'status'>): [string, StageStatus] {
  const startable = allowedStatuses(stageNumber).includes('in_progress');
  if (status === 'completed') return ['Reopen', startable ? 'in_progress' : 'pending'];
  return status === 'pending' && startable ? ['Start', 'in_progress'] : ['Complete', 'completed'];
}
