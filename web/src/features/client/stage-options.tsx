import { flatStages } from '#shared/rules/journey.ts';
import { useClient } from './client-context.ts';
import { stageLabel } from './journey-facts.ts';

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
