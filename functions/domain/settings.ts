import { CLOCK_DEFAULTS, type FirmSettings } from '#shared/contract/firm.ts';
import { env } from '../aws/env.ts';
import { get, type Key } from '../aws/table.ts';
import { FIRM } from './keys.ts';

/** The firm's settings as they are stored: what was never set is not there. */
export interface SettingsItem extends Key {
  v: 1;
  /** Grows by one with each change of a section. */
  version: number;
  firm?: Partial<FirmSettings['firm']>;
  mail?: Partial<FirmSettings['mail']>;
  /** Versions of the keys that sign sessions and portal links: a higher one voids what the former signed. */
  keys?: Partial<Keys>;
}

interface Keys {
  session: number;
  portal: number;
}

/** The firm's settings, whole, and the versions of its keys. */
export interface Settings extends FirmSettings {
  keys: Keys;
}

/** Where the settings are. */
export const SETTINGS: Key = { pk: FIRM.pk, sk: 'SETTINGS' };

/** The settings as they hold: what was never set has its first value, and the firm's name is the deployment's. */
export const settingsOf = (item: SettingsItem | undefined): Settings => ({
  version: item?.version ?? 0,
  firm: { name: env('FIRM_NAME'), phone: null, hours: null, closedDays: [], ...item?.firm },
  portal: {},
  staff: {},
  mail: { ...CLOCK_DEFAULTS, ...item?.mail },
  keys: { session: 1, portal: 1, ...item?.keys },
});

/** The settings, for a job. Requests have them with the identity. */
export const readSettings = async () => settingsOf(await get<SettingsItem>(SETTINGS));

/** The settings as people see them: without the versions of keys. */
export const shownSettings = ({ keys: _, ...settings }: Settings): FirmSettings => settings;
