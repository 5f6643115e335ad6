import { ALEXS_CLIENTS, HANNAHS_CLIENTS } from './demo-clients-hannah.ts';
import { SAMS_CLIENTS } from './demo-clients-sam.ts';
import type { DemoClient } from './demo-story.ts';

/** The firm's clients, at all points of the journey. */
export const CLIENTS: readonly DemoClient[] = [...SAMS_CLIENTS, ...HANNAHS_CLIENTS, ...ALEXS_CLIENTS];
