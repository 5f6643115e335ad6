import { vi } from 'vitest';

/** A line of the structured log. */
export type LogLine = Record<string, unknown>;

const lines: string[] = [];
/** Test files that share what they load undo each other's spies, so that each one begins to listen by itself. */
function listen(): void {
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation((chunk) => {
      lines.push(String(chunk));
      return true;
    });
}
listen();

/** What handlers in this process logged since the last time this was asked; it does not go to the terminal. */
export function newLogLines(): LogLine[] {
  listen();
  return lines.splice(0).map((line) => JSON.parse(line));
}
