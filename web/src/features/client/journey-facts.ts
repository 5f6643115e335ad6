import type { Client } from '#shared/clients.ts';
import { currentStage, type JourneyState, progress, type Stage, stageDisplay } from '#shared/journey.ts';

/** The stages and sub-stages in order, in one list. */
export const flatStages = (stages: readonly Stage[]): Stage[] => stages.flatMap((stage) => [stage, ...stage.subStages]);

/** "2.2 Letter of Authority". */
export const stageLabel = ({ stageNumber, title }: Stage) => `${stageNumber} ${title}`;

/** Progress, current stage and count of completed stages, as the server counts them, from the stages on the screen. */
export function journeyFacts(stages: readonly Stage[], { completed }: Client) {
  const states: JourneyState = Object.fromEntries(stages.map(({ stageNumber, status }) => [stageNumber, { status }]));
  return {
    percent: progress(states, completed),
    current: currentStage(states),
    completed: stages.filter((stage) => stageDisplay(stage, completed) === 'complete').length,
  };
}

/** "2 of 4 steps", for a stage's sub-stages; those that are not required do not count. */
export function stepsDone({ subStages }: Stage): string {
  const required = subStages.filter((step) => !step.notRequired);
  const done = required.filter((step) => step.status === 'completed').length;
  return `${done} of ${countOf(required.length, 'step')}`;
}

/** The lowest-numbered stage in progress, else the first that is not completed. */
export const stageAtWork = (stages: readonly Stage[]) =>
  stages.find(({ status }) => status === 'in_progress') ?? stages.find(({ status }) => status === 'pending');

/** "2 documents", "1 document". */
export const countOf = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Documents of a stage and of its sub-stages. */
export const documentsBelow = (stage: Stage): number =>
  stage.documentCount + stage.subStages.reduce((sum, step) => sum + step.documentCount, 0);
