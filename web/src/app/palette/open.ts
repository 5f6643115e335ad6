import { signal } from '../../lib/http/session-events.ts';

/** That the palette is to open. */
export const openPalette = signal();
