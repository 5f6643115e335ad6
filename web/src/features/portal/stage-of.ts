import type { Stage } from '#shared/journey.ts';

/** A stage and all below it. */
export const withSubStages = (stage: Stage): Stage[] => [stage, ...stage.subStages];

/** Title of the stage or sub-stage that something belongs to, if the journey has it. */
export const stageTitle = (stages: readonly Stage[], id: string | null): string | undefined =>
  stages.flatMap(withSubStages).find((stage) => stage.id === id)?.title;
