import { SETTINGS_KEY } from '#functions/services/settings.ts';
import { changeStored } from './aws.ts';

/** Restores the first versions of the keys, which signed everything else on the stack. */
export const firstKeys = () => changeStored(SETTINGS_KEY, { v: 1, keys: { session: 1, portal: 1 } });
