import type { Client } from '#shared/contract/clients.ts';
import type { Stage } from '#shared/contract/journey.ts';
import { journeyLabel } from '#shared/rules/clients.ts';
import { currentStage, type JourneyState, progress, stageDisplay } from '#shared/rules/journey.ts';
import { formatDate } from '../../../lib/text/format.ts';

/** "2.2 Letter of Authority". */
export const stageLabel = ({ stageNumber, title }: Stage) => `${stageNumber} ${title}`;

/** "2. Information Gathering". */
export const numberedTitle = ({ stageNumber, title }: Pick<Stage, 'stageNumber' | 'title'>) =>
  `${stageNumber}. ${title}`;

/**
 * Progress, current stage (or when the journey was completed) and count of completed stages, as the server counts them, from the
 * stages on the screen.
 */
export function journeyFacts(stages: readonly Stage[], { completed, completedAt }: Client) {
  const states: JourneyState = Object.fromEntries(stages.map(({ stageNumber, status }) => [stageNumber, { status }]));
  const label = journeyLabel({ completed, currentStage: currentStage(states) });
  return {
    percent: progress(states, completed),
    current: completedAt ? `${label} on ${formatDate(completedAt)}` : label,
    completed: stages.filter((stage) => stageDisplay(stage, completed) === 'complete').length,
  };
}

/** The lowest-numbered stage in progress, else the first that is not completed; none of a completed client. */
export const stageAtWork = (stages: readonly Stage[], { completed }: Pick<Client, 'completed'>) =>
  completed
    ? undefined
    : (stages.find(({ status }) => status === 'in_progress') ?? stages.find(({ status }) => status === 'pending'));
