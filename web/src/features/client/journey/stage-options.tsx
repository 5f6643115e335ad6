import { flatStages } from '#shared/rules/journey.ts';
import { useClient } from '../client-context.ts';
import { stageLabel } from './journey-facts.ts';

/** The choices of a list of the client's stages, none of them first. */
export const StageOptions = () => (
  <>
    <option value="">Unassigned</option>
    {flatStages(useClient().stages).map((stage) => (
      <option key={stage.id} value={stage.id}>
        {stageLabel(stage)}
      </option>
    ))}
  </>
);
