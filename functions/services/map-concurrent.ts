/** Runs `work` for each item, at most `limit` concurrently. Throws the first error after all have finished. */
export async function mapConcurrent<T>(
  items: Iterable<T>,
  limit: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = [...items].values();
  const errors: unknown[] = [];
  const worker = async () => {
    for (const item of waiting) await work(item).catch((error) => errors.push(error));
  };
  await Promise.all(Array.from({ length: limit }, worker));
  if (errors.length > 0) throw errors[0];
}
