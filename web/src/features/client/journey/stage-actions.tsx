import { useMutation } from '@tanstack/react-query';
import { CircleCheck, type LucideIcon, Play, RotateCcw } from 'lucide-react';
import type { Stage, StageChange } from '#shared/contract/journey.ts';
import { allowedStatuses, type StageStatus, stageTemplate } from '#shared/rules/journey.ts';
import { ActionButton } from '../../../ui/feedback/action-button.tsx';
import { useClient } from '../client-context.ts';
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
function nextStatus({ stageNumber, status }: Pick<Stage, 'stageNumber' | 'status'>): [string, StageStatus] {
  const startable = allowedStatuses(stageNumber).includes('in_progress');
  if (status === 'completed') return ['Reopen', startable ? 'in_progress' : 'pending'];
  return status === 'pending' && startable ? ['Start', 'in_progress'] : ['Complete', 'completed'];
}

const ICONS: Record<string, LucideIcon> = { Start: Play, Complete: CircleCheck, Reopen: RotateCcw };

/** Moves a stage on: Start, Complete or Reopen. */
function NextButton({ stage }: { stage: Stage }) {
  const patch = usePatchStage(stage);
  const [label, status] = nextStatus(stage);
  const Icon = ICONS[label] ?? Play;
  return (
    <ActionButton
      size="xs"
      variant={label === 'Reopen' ? 'ghost' : 'outline'}
      colorPalette={label === 'Reopen' ? 'gray' : 'brand'}
      aria-label={`${label} ${stage.title}`}
      onAction={() => patch({ status })}
    >
      <Icon aria-hidden />
      <span>{label}</span>
    </ActionButton>
  );
}

/** Takes an optional sub-stage out of the journey or back in; nothing on any other stage (product 4). */
export function RequiredToggle({ stage }: { stage: Stage }) {
  const patch = usePatchStage(stage);
  if (!stageTemplate(stage.stageNumber)?.optional) return null;
  const label = stage.notRequired ? 'Mark as Required' : 'Mark as Not Required';
  return (
    <ActionButton
      size="xs"
      variant="ghost"
      colorPalette="gray"
      color="fg.muted"
      aria-label={`${label}: ${stage.title}`}
      onAction={() => patch({ notRequired: !stage.notRequired })}
    >
      {label}
    </ActionButton>
  );
}

/** What can be done to a stage from a list; nothing once the client is completed, until it is reopened. */
export function StageActions({ stage }: { stage: Stage }) {
  const { completed } = useClient().client;
  if (completed) return null;
  return (
    <>
      <RequiredToggle stage={stage} />
      {!stage.notRequired && <NextButton stage={stage} />}
    </>
  );
}
