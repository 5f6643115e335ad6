import type { Stage } from '#shared/contract/journey.ts';
import type { ClientTask } from '#shared/contract/tasks.ts';
import { isWithin, type StageDisplay } from '#shared/rules/journey.ts';
import { isOpen } from '../tasks/next-step.ts';

/** Whose turn it is at a stage, beside the specified label of how it stands; nothing where that says it all. */
export function turnAt(stage: Stage, display: StageDisplay, tasks: readonly ClientTask[]): string | undefined {
  if (display === 'complete') return;
  if (display === 'not-required') return 'You do not need this one';
  if (tasks.filter(isOpen).some(isWithin(stage))) return 'Your turn';
  return display === 'in-progress' ? 'With us' : 'Not started yet';
}
