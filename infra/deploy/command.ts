import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { SettingError } from '../deployment-settings.ts';
import { type Place, placeOf, Refusal } from './place.ts';

const OPTIONS = {
  yes: { type: 'boolean', default: false },
  'change-domain': { type: 'boolean', default: false },
  'at-once': { type: 'boolean', default: false },
  target: { type: 'string', default: 'aws' },
} as const;

export type Options = ReturnType<typeof parse>;

const parse = () => parseArgs({ options: OPTIONS }).values;

/** Prompts for confirmation unless `yes` is set. Throws {@link Refusal} on any other answer, or without a terminal. */
export async function ask(question: string, { yes }: Pick<Options, 'yes'>, wanted = 'y'): Promise<void> {
  if (yes) return;
  if (!process.stdin.isTTY)
    throw new Refusal('Confirmation needs a terminal. Add "-- --yes" to the command to confirm in advance.');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`${question} Type ${wanted}: `).finally(() => terminal.close());
  if (answer.trim() !== wanted) throw new Refusal('Nothing was changed.');
}

/** Runs a command for the place that STAGE selects. The exit code is 0 if `act` returns true. */
export async function runCommand(act: (place: Place, options: Options) => Promise<boolean>): Promise<void> {
  try {
    const options = parse();
    process.exitCode = (await act(await placeOf(options.target, process.env), options)) ? 0 : 1;
  } catch (error) {
    console.error(error instanceof Refusal || error instanceof SettingError ? error.message : String(error));
    process.exitCode = 1;
  }
}
