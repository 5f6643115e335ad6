import { inTab } from '../../../lib/storage/storage.ts';
import { isUnderWay, mayPass, type UploadState } from '../../../parts/upload/upload-queue.ts';

/** How many files were not sent when the page was left, and of how many. */
export interface Unsent {
  count: number;
  of: number;
}

type Sent = { target: { key: string }; state: UploadState };

const keyOf = (clientId: string) => `unsent/${clientId}`;
const isUnsent = (file: Sent) => isUnderWay(file) || mayPass(file);

/** Keeps for this tab how many files are not sent yet, as a page that is loaded again cannot send them. */
export function keepUnsent(clientId: string, files: readonly Sent[]) {
  const unsent = files.filter(isUnsent);
  const keys = unsent.map(({ target }) => target.key);
  const together = files.filter(
    ({ target, state }) => keys.includes(target.key) && (state.kind === 'done' || isUnsent({ target, state })),
  );
  if (unsent.length === 0) return forgetUnsent(clientId);
  inTab((storage) => storage.setItem(keyOf(clientId), `${unsent.length} ${together.length}`));
}

/** Reads what was not sent when the page was left before. */
export function readUnsent(clientId: string): Unsent | undefined {
  const [count, of] = (inTab((storage) => storage.getItem(keyOf(clientId))) ?? '').split(' ').map(Number);
  return count && of ? { count, of } : undefined;
}

/** Forgets it: the client has read it, or sends files again. */
export const forgetUnsent = (clientId: string) => void inTab((storage) => storage.removeItem(keyOf(clientId)));
