let given: Date | undefined;

/** Time of {@link at}; outside of it the machine's, which is right in a browser. Schemas have no parameter for a time. */
export const timeNow = (): Date => given ?? new Date();

/** Runs a synchronous function at a time of {@link timeNow}. */
export function at<T>(time: Date, run: () => T): T {
  const before = given;
  given = time;
  try {
    return run();
  } finally {
    given = before;
  }
}
