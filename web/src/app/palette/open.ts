import { signal } from '../../lib/http/session-events.ts';

export const openPalette = signal();
