import { countOf } from '#shared/rules/words.ts';
import { notify } from '../../../lib/screen/notify.ts';
import { readAfterMany, runEach } from '../../../parts/client/bulk.ts';
import type { Change } from '../../../parts/refreshes.ts';
import { AT_ONCE, type Line } from './use-batch.ts';

/** Undoes a job after its dialog was closed, and reports the outcome in a toast. */
async function undo(lines: readonly Line[], call: Change) {
  const failed = await runEach(lines, async (line) => line.undo?.(), { atOnce: AT_ONCE });
  await readAfterMany(call);
  if (failed.length === 0)
    return notify({ title: 'Undone', description: `${countOf(lines.length, 'client')} restored.` });
  const names = failed.map(({ client }) => client.name).join(', ');
  notify({ title: 'Error', description: `Failed to undo for ${names}` }, 'error');
}

/** Reports in a toast that no client of a job failed, with Undo for those that were changed and can be restored. */
export function reportDone(title: string, lines: readonly Line[], call: Change) {
  const undoable = lines.filter((line) => line.undo);
  const action = { label: 'Undo', onClick: () => void undo(undoable, call) };
  const unchanged = lines.filter(({ state }) => state === 'unchanged');
  const done = lines.length - unchanged.length;
  const what = [
    ...(done > 0 ? [`${title}: ${countOf(done, 'client')}.`] : []),
    ...(unchanged[0] ? [`${unchanged[0].why}: ${countOf(unchanged.length, 'client')}.`] : []),
  ];
  notify({
    title: done > 0 ? 'Done' : 'Nothing Changed',
    description: what.join(' '),
    ...(undoable.length > 0 && { action }),
  });
}
