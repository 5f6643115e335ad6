/** Web Lock that the window holds which sends an upload. */
const lockOf = (id: string) => `upload/${id}`;

// Browsers without locks do without the notice.
const locks = () => ('locks' in navigator ? navigator.locks : undefined);

/** Sends while holding the upload's lock, so that other windows of this browser know. */
export async function whileSending<T>(id: string, signal: AbortSignal | undefined, send: () => Promise<T>): Promise<T> {
  const manager = locks();
  return manager ? manager.request(lockOf(id), { ...(signal && { signal }) }, send) : send();
}

/** Returns the ids of the given uploads that a window of this browser is sending. */
export async function sentHere(ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { held = [] } = (await locks()?.query()) ?? {};
  const names = new Set(held.map(({ name }) => name));
  return new Set(ids.filter((id) => names.has(lockOf(id))));
}

/** Resolves once no window sends the upload any more. Rejects if it is aborted. */
export const whenNotSent = async (id: string, signal: AbortSignal): Promise<void> =>
  locks()?.request(lockOf(id), { signal }, () => undefined);
