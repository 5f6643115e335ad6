import { signal } from '../../lib/http/signal.ts';

/** That the palette is to open. */
export const openPalette = signal();
