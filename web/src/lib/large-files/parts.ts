/** Returns the SHA-256 in hex, as the API expects it. */
export async function sha256Of(bytes: BufferSource): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Calls `work` for each part, two at a time. After the first failure it starts no more, and rejects. */
export async function eachPart(indices: readonly number[], work: (index: number) => Promise<void>): Promise<void> {
  const rest = [...indices];
  const run = async () => {
    for (let index = rest.shift(); index !== undefined; index = rest.shift()) await work(index);
  };
  const stopped = (error: unknown) => {
    rest.length = 0;
    throw error;
  };
  await Promise.all([run().catch(stopped), run().catch(stopped)]);
}
