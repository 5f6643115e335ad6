import { countOf } from '#shared/rules/counted-words.ts';
import { displayName } from '#shared/rules/documents.ts';
import { dotted } from '../../../lib/text/format.ts';
import { canStop, isLarge, type QueuedFile, storedOf } from '../queued-file.ts';

/** Returns the progress of a file, from 0 to 1. */
export const fractionOf = ({ state }: Pick<QueuedFile, 'state'>) =>
  state.kind === 'done' ? 1 : state.kind === 'sending' ? state.fraction : storedOf({ state });

/** Returns a share as "40%", rounded down so that only all is 100%. */
export const percent = (share: number) => `${Math.floor(share * 100)}%`;

const MB = 1024 * 1024;
const inMb = (bytes: number) => Math.round(bytes / MB);

/** Returns the state of a file in words. `saysSize` adds the size of a large one, for rows that do not show it. */
export function labelOf({ state, file }: Pick<QueuedFile, 'state' | 'file'>, saysSize: boolean): string {
  switch (state.kind) {
    case 'preparing':
      return 'Making it smaller...';
    case 'waiting':
      return 'Waiting';
    case 'paused':
      return `Paused at ${percent(state.stored)}`;
    case 'sending':
      if (state.isCutOff)
        return `No connection. ${percent(storedOf({ state }))} has arrived. We go on by ourselves when it is back.`;
      if (state.fraction === 1) return isLarge({ file }) ? 'Checking...' : 'Encrypting...';
      return saysSize && isLarge({ file })
        ? dotted([`Sending ${inMb(state.fraction * file.size)} of ${inMb(file.size)} MB`, percent(state.fraction)])
        : `Sending ${percent(state.fraction)}`;
    case 'done':
      return 'Sent';
    case 'failed':
      return 'Not sent';
  }
}

/** Joins facts about a file by dots in the middle. A sentence has its own full stop, unlike "Checking...". */
export const joined = (facts: readonly string[]) => dotted(facts).replace(/([^.])\.\s· /, '$1. ');

/** Returns the question to ask before files are cancelled of which something has arrived. */
export function cancelQuestion(items: readonly QueuedFile[]): string | undefined {
  const begun = items.filter((item) => canStop(item) && storedOf(item) > 0);
  const [first] = begun;
  if (!first) return;
  return begun.length === 1
    ? `Stop sending “${displayName(first.file.name)}”? ${percent(storedOf(first))} has arrived and will be deleted.`
    : `Stop sending ${countOf(begun.length, 'file')}? What has arrived of them will be deleted.`;
}
