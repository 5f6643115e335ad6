import { signal } from '../../lib/signal.ts';

/** That the palette is to open. */
export const openPalette = signal();
