import { parseArgs } from 'node:util';
import { SettingError } from '../setting-values.ts';
import { Refusal } from './ask.ts';
import { type Place, placeOf } from './place.ts';

/** What may be said to a command beside its stage. */
export interface Options {
  /** Answers the one question. */
  yes: boolean;
  /** The name of the site may change. */
  changeDomain: boolean;
  /** Calls move to the new code all at one time, whatever alarms are on. */
  atOnce: boolean;
  /** Stacks with backups that the settings no longer name are removed. */
  removeBackups: boolean;
}

const OPTIONS = {
  yes: { type: 'boolean', default: false },
  'change-domain': { type: 'boolean', default: false },
  'at-once': { type: 'boolean', default: false },
  'remove-backups': { type: 'boolean', default: false },
  target: { type: 'string', default: 'aws' },
} as const;

function read(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS }).values;
  } catch (error) {
    throw new Refusal(`${(error as Error).message}. There are --yes, --change-domain, --at-once and --remove-backups.`);
  }
}

/** Runs a command for the place that STAGE names; `act` gives whether all went well. Gives the exit code. */
export async function runCommand(
  act: (place: Place, options: Options) => Promise<boolean>,
  args = process.argv.slice(2),
): Promise<0 | 1> {
  try {
    const { yes, target, 'change-domain': changeDomain, 'at-once': atOnce, ...more } = read(args);
    const options = { yes, changeDomain, atOnce, removeBackups: more['remove-backups'] };
    return (await act(await placeOf(target, process.env), options)) ? 0 : 1;
  } catch (error) {
    const isSentence = error instanceof Refusal || error instanceof SettingError;
    console.error(isSentence || !(error instanceof Error) ? String((error as Error).message ?? error) : `${error}`);
    return 1;
  }
}
