import type { Client } from '#shared/contract/clients.ts';
import type { Stage } from '#shared/contract/journey.ts';
import { journeyLabel } from '#shared/rules/clients.ts';
import { currentStage, type JourneyState, progress, stageDisplay } from '#shared/rules/journey.ts';
import { sayDay } from '#shared/rules/say-date.ts';

/** Returns a label such as "2.2 Letter of Authority". */
export const stageLabel = ({ stageNumber, title }: Stage) => `${stageNumber} ${title}`;

/** Returns a title such as "2. Information Gathering". */
export const numberedTitle = ({ stageNumber, title }: Pick<Stage, 'stageNumber' | 'title'>) =>
  `${stageNumber}. ${title}`;

/** Computes the facts of the journey from the stages on the screen, by the same rules as the server. */
export function journeyFacts(
  stages: readonly Stage[],
  { completed, completedAt }: Pick<Client, 'completed' | 'completedAt'>,
) {
  const states: JourneyState = Object.fromEntries(stages.map(({ stageNumber, status }) => [stageNumber, { status }]));
  const label = journeyLabel({ completed, currentStage: currentStage(states) });
  return {
    percent: progress(states, completed),
    current: completedAt ? `${label} on ${sayDay(completedAt)}` : label,
    completed: stages.filter((stage) => stageDisplay(stage, completed) === 'complete').length,
  };
}

/** Returns the first stage in progress, else the first pending one; undefined for completed clients. */
export const stageAtWork = (stages: readonly Stage[], { completed }: Pick<Client, 'completed'>) =>
  completed
    ? undefined
    : (stages.find(({ status }) => status === 'in_progress') ?? stages.find(({ status }) => status === 'pending'));
