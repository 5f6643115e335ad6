import type { Stage } from '#shared/contract/journey.ts';
import { stageDisplay } from '#shared/rules/journey.ts';
import { formatDate } from '../../../lib/text/format.ts';
import { STAGE_LOOK } from '../../../parts/client/status-badge.tsx';
import { useClient } from '../client-context.ts';
import { stageLabel } from '../journey/journey-facts.ts';

const dayOf = (time: string | null) => (time ? formatDate(time) : '–');

/** What of a stage's steps is done, by their numbers, and what is not needed. */
function stepsOf({ subStages }: Stage): string {
  const numbers = (steps: readonly Stage[]) => steps.map(({ stageNumber }) => stageNumber).join(', ');
  const done = numbers(subStages.filter(({ status, notRequired }) => status === 'completed' && !notRequired));
  const left = numbers(subStages.filter(({ notRequired }) => notRequired));
  return [done, left && `(not required: ${left})`].filter(Boolean).join(' ') || '–';
}

/** The journey as a table: how each stage stands, since when, and which of its steps are done. */
export function PrintedJourney() {
  const { client, stages } = useClient();
  return (
    <section>
      <h2>Journey</h2>
      <table>
        <thead>
          <tr>
            {['Stage', 'Status', 'Started', 'Completed', 'Steps done'].map((title) => (
              <th key={title}>{title}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {stages.map((stage) => (
            <tr key={stage.id}>
              <td>{stageLabel(stage)}</td>
              <td>{STAGE_LOOK[stageDisplay(stage, client.completed)][0]}</td>
              <td>{dayOf(stage.inProgressAt)}</td>
              <td>{dayOf(stage.completedAt)}</td>
              <td>{stepsOf(stage)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
