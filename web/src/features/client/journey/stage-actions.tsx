import { CircleCheck, type LucideIcon, Play, RotateCcw } from 'lucide-react';
import type { Stage } from '#shared/contract/journey.ts';
import { allowedStatuses, type StageStatus, stageTemplate } from '#shared/rules/journey.ts';
import { useFocusFallback } from '../../../lib/screen/use-focus-fallback.ts';
import { ActionButton } from '../../../ui/feedback/action-button.tsx';
import { useClient } from '../client-context.ts';
import { changeStage } from './queries.ts';

/**
 * Returns the label and the new status of a stage's button. Sub-stages cannot be in progress, so they skip that status.
 */
function nextStatus({ stageNumber, status }: Pick<Stage, 'stageNumber' | 'status'>): [string, StageStatus] {
  const startable = allowedStatuses(stageNumber).includes('in_progress');
  if (status === 'completed') return ['Reopen', startable ? 'in_progress' : 'pending'];
  return status === 'pending' && startable ? ['Start', 'in_progress'] : ['Complete', 'completed'];
}

const ICONS: Record<string, LucideIcon> = { Start: Play, Complete: CircleCheck, Reopen: RotateCcw };

function NextButton({ stage }: { stage: Stage }) {
  const [label, status] = nextStatus(stage);
  const Icon = ICONS[label] ?? Play;
  return (
    <ActionButton
      ref={useFocusFallback()}
      size="xs"
      variant={label === 'Reopen' ? 'ghost' : 'outline'}
      colorPalette={label === 'Reopen' ? 'gray' : 'brand'}
      aria-label={`${label} ${stage.title}`}
      onAction={() => changeStage(stage, { status })}
    >
      <Icon aria-hidden />
      <span>{label}</span>
    </ActionButton>
  );
}

/** Marks an optional sub-stage as required or not. Renders nothing for other stages. */
export function RequiredToggle({ stage }: { stage: Stage }) {
  const ref = useFocusFallback();
  if (!stageTemplate(stage.stageNumber)?.optional) return null;
  const label = stage.notRequired ? 'Mark as Required' : 'Mark as Not Required';
  return (
    <ActionButton
      ref={ref}
      size="xs"
      variant="ghost"
      colorPalette="gray"
      color="fg.muted"
      aria-label={`${label}: ${stage.title}`}
      onAction={() => changeStage(stage, { notRequired: !stage.notRequired })}
    >
      {label}
    </ActionButton>
  );
}

/** Shows the actions of a stage in a list. Completed clients must be reopened first. */
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
