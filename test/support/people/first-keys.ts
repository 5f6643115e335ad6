import { SETTINGS } from '#functions/services/settings.ts';
import { changeStored } from '../aws.ts';

/** Puts the first versions of the keys back, under which all else on the stack was signed. */
export const firstKeys = () => changeStored(SETTINGS, { v: 1, keys: { session: 1, portal: 1 } });
