import { vi } from 'vitest';

export type LogLine = Record<string, unknown>;

const lines: string[] = [];
/** Repeated for each test file, because files that share modules restore each other's spies. */
function listen(): void {
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation((chunk) => {
      lines.push(String(chunk));
      return true;
    });
}
listen();

/** Returns what handlers in this process logged since the last call. */
export function newLogLines(): LogLine[] {
  listen();
  return lines.splice(0).map((line) => JSON.parse(line));
}
