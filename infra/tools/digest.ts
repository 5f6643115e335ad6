import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';

/** SHA-256 over the names and contents of the files that patterns match, and over further values. */
export async function digest(patterns: readonly string[], ...values: unknown[]): Promise<string> {
  const files: string[] = [];
  for await (const entry of glob(patterns, { withFileTypes: true }))
    if (entry.isFile()) files.push(`${entry.parentPath}/${entry.name}`);
  const contents = await Promise.all(files.sort().map((file) => readFile(file)));
  const hash = createHash('sha256').update(JSON.stringify(values));
  files.forEach((file, i) => void hash.update(`\0${file}\0`).update(contents[i] ?? ''));
  return hash.digest('hex');
}

/** The digest that a file keeps, or "" where there is none. */
export const readStamp = (stamp: string) => readFile(stamp, 'utf8').catch(() => '');
