import path from 'node:path';

export interface LocalSettings {
  port: number;
  emulatorPort: number;
  /** Running emulator, such as LocalStack, to use instead of the bundled one. */
  emulatorUrl?: string | undefined;
  /** Part of the stack's name, for an emulator with several stacks. */
  stage?: string;
  stateDir: string;
  demoData: boolean;
  /** Switches on all recommended settings in the demo firm. */
  hardened?: boolean;
  /** Lets requests to the origin set the time and run jobs. */
  testClock?: boolean;
}

/** Error that the user can fix; its message says how. */
export class LocalError extends Error {}

/** Cache that all state directories share. */
export const CACHE_DIR = path.resolve('.cache');

function port(name: string, value: string): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1 || number > 65_535)
    throw new LocalError(`${name} must be a port from 1 to 65535, not "${value}".`);
  return number;
}

function emulatorAddress(value: string | undefined): string | undefined {
  if (!value) return undefined;
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol))
    throw new LocalError(`EMULATOR_URL must be an address such as http://localhost:4566, not "${value}".`);
  return new URL(value).origin;
}

/** Parses the environment variables. Throws {@link LocalError} if one is invalid. */
export function readSettings(env: NodeJS.ProcessEnv): LocalSettings {
  const settings = {
    port: port('PORT', env.PORT || '3000'),
    emulatorPort: port('EMULATOR_PORT', env.EMULATOR_PORT || '4566'),
    emulatorUrl: emulatorAddress(env.EMULATOR_URL),
    stateDir: path.resolve(env.STATE_DIR || '.local'),
    demoData: (env.DEMO_DATA || '1') !== '0',
    hardened: env.HARDENED === '1',
    testClock: env.TEST_CLOCK === '1',
  };
  if (settings.hardened && !settings.demoData)
    throw new LocalError('HARDENED=1 needs the demo firm: remove DEMO_DATA=0 or HARDENED=1.');
  if (!settings.emulatorUrl && settings.port === settings.emulatorPort)
    throw new LocalError(`PORT and EMULATOR_PORT are both ${settings.port}: give them different ports.`);
  return settings;
}
