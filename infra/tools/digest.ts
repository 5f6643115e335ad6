import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';

/** Returns the SHA-256 of the matching files' names and contents, and of further values. */
export async function digest(patterns: readonly string[], ...values: unknown[]): Promise<string> {
  const files: string[] = [];
  for await (const entry of glob(patterns, { withFileTypes: true }))
    if (entry.isFile()) files.push(`${entry.parentPath}/${entry.name}`);
  const contents = await Promise.all(files.sort().map((file) => readFile(file)));
  const hash = createHash('sha256').update(JSON.stringify(values));
  files.forEach((file, i) => void hash.update(`\0${file}\0`).update(contents[i] ?? ''));
  return hash.digest('hex');
}

export const readStamp = (stamp: string) => readFile(stamp, 'utf8').catch(() => '');
