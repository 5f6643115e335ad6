import path from 'node:path';

export interface LocalSettings {
  port: number;
  emulatorPort: number;
  /** A running emulator, such as LocalStack, to deploy to instead of the bundled one. */
  emulatorUrl?: string | undefined;
  /** Stands in the stack's name, where others' stacks stand on the emulator too. */
  stage?: string;
  /** Directory that holds all data between runs. */
  stateDir: string;
  demoData: boolean;
  /** Let the demo firm have all switched on that the settings recommend. */
  hardened?: boolean;
  /** Let the time be set, and jobs be run, over the origin. */
  testClock?: boolean;
}

/** A reason not to start that the person at the keyboard can do something about. */
export class LocalError extends Error {}

/** Where installed and built things are kept that every state directory shares. */
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

/** Settings from PORT, EMULATOR_PORT, EMULATOR_URL, STATE_DIR, DEMO_DATA, HARDENED and TEST_CLOCK (contract, Local run). Throws {@link LocalError}. */
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
    throw new LocalError('HARDENED=1 is about the demo firm: leave DEMO_DATA out, or HARDENED.');
  if (!settings.emulatorUrl && settings.port === settings.emulatorPort)
    throw new LocalError(`PORT and EMULATOR_PORT are both ${settings.port}: give them different ports.`);
  return settings;
}
