import type { Stage } from '#shared/contract/journey.ts';
import { flatStages } from '#shared/rules/journey.ts';

/** Title of the stage or sub-stage that something belongs to, if the journey has it. */
export const stageTitle = (stages: readonly Stage[], id: string | null): string | undefined =>
  flatStages(stages).find((stage) => stage.id === id)?.title;
