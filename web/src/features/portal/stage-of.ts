import type { Stage } from '#shared/contract/journey.ts';
import { withSubStages } from '#shared/rules/journey.ts';

/** Title of the stage or sub-stage that something belongs to, if the journey has it. */
export const stageTitle = (stages: readonly Stage[], id: string | null): string | undefined =>
  stages.flatMap(withSubStages).find((stage) => stage.id === id)?.title;
