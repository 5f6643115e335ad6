import { vi } from 'vitest';

/** A line of the structured log. */
export type LogLine = Record<string, unknown>;

const lines: string[] = [];
for (const stream of [process.stdout, process.stderr])
  vi.spyOn(stream, 'write').mockImplementation((chunk) => {
    lines.push(String(chunk));
    return true;
  });

/** What handlers in this process logged since the last time this was asked; it does not go to the terminal. */
export const newLogLines = (): LogLine[] => lines.splice(0).map((line) => JSON.parse(line));
