/** When it is done at the latest, and after how long in browsers that do not tell when they are idle, both in milliseconds. */
interface Times {
  latest?: number;
  otherwise?: number;
}

/** Does something when the browser has nothing else to do; gives what calls it off. */
export function whenIdle(work: () => void, { latest, otherwise = 0 }: Times = {}): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, otherwise);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, latest === undefined ? undefined : { timeout: latest });
  return () => cancelIdleCallback(handle);
}
