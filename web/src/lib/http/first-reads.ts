declare global {
  /** Reads that `web/shell/before-paint.js` asked for while the code was on its way, and the path that they are for. */
  var firstReads: { path: string; answers: Map<string, Promise<Response>> } | undefined;
}

/** Returns the answer to a first read, once, and only on the page that asked for it. */
export function takeFirstRead(url: string): Promise<Response> | undefined {
  const { path, answers } = globalThis.firstReads ?? {};
  const answer = answers?.get(url);
  answers?.delete(url);
  return path === globalThis.location?.pathname ? answer : undefined;
}
