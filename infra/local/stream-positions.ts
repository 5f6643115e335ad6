import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** What the emulator kept of its functions, as far as it matters here. */
interface Kept {
  payload?: { dynamodb_stream_positions?: { data?: Record<string, number> } };
}

/**
 * Lets the emulator read the streams of its tables from their beginning after a restart. It keeps how many records of a
 * stream were read but not the records themselves, and would pass over as many of the new ones.
 */
export async function forgetStreamPositions(emulatorDirectory: string): Promise<void> {
  const file = path.join(emulatorDirectory, 'lambda.json');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return;
  const kept = JSON.parse(text) as Kept;
  const positions = kept.payload?.dynamodb_stream_positions;
  if (!positions?.data || Object.keys(positions.data).length === 0) return;
  positions.data = {};
  await writeFile(`${file}.new`, JSON.stringify(kept));
  await rename(`${file}.new`, file);
}
