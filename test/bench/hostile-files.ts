import { checkFile } from '#functions/domain/documents/files/check.ts';
import { hostileFiles } from '../support/files/hostile.ts';

const MB = 1024 * 1024;

// `node --expose-gc test/bench/hostile-files.ts 31 archive` runs alone, with files of 31 MB that have "archive" in their title.

/** Returns a line for each hostile file with the processor seconds of its check. */
export async function hostileSeconds(megabytes = 31, word = ''): Promise<string[]> {
  const lines: string[] = [];
  for (const { about, name, make } of hostileFiles().filter((file) => file.about.includes(word))) {
    const bytes = make(megabytes * MB);
    globalThis.gc?.();
    const before = process.cpuUsage();
    const answer = await checkFile(name, bytes).then(
      () => 'accepted',
      (error: Error) => error.message.slice(0, 40),
    );
    const { user, system } = process.cpuUsage(before);
    const seconds = ((user + system) / 1e6).toFixed(2).padStart(6);
    lines.push(`${seconds} s  ${(bytes.length / MB).toFixed(1).padStart(5)} MB  ${about}: ${answer}`);
    if (import.meta.main) console.log(lines.at(-1));
  }
  return lines;
}

if (import.meta.main) await hostileSeconds(Number(process.argv[2] ?? 31), process.argv[3]);
