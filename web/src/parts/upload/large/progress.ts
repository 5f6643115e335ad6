import { isLarge, type UploadState } from '../upload-state.ts';

const MB = 1024 * 1024;
const inMb = (bytes: number) => Math.round(bytes / MB);

/** Returns the progress of a large file; undefined in states that small files have too. */
export function largeProgress({ state, file }: { state: UploadState; file: File }): string | undefined {
  if (!isLarge({ file }) || (state.kind !== 'sending' && state.kind !== 'paused')) return;
  const percent = `${Math.floor(state.fraction * 100)}%`;
  if (state.kind === 'paused') return `Paused. ${percent} is here.`;
  if (state.isCutOff) return `Waiting for the connection. ${percent} is here.`;
  if (state.fraction === 1) return 'Checking...';
  return `Sending ${inMb(state.fraction * file.size)} of ${inMb(file.size)} MB · ${percent}`;
}
