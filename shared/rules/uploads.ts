import { MB } from './limits.ts';
import { HOUR_MS } from './time.ts';

/** Large files are sent and stored in parts of this length; only the last part may be shorter. */
export const PART_BYTES = 4 * MB;

/** Days after which an unfinished upload is deleted. */
export const UPLOAD_DAYS = 7;

/** Unfinished uploads of a client that one sender may have at a time. */
export const MAX_OPEN_UPLOADS = 20;

/** Milliseconds without a part after which an upload may be ended for a new one at the limit. */
export const IDLE_UPLOAD_MS = HOUR_MS;

export const partCount = (size: number) => Math.ceil(size / PART_BYTES);

export const partLength = (size: number, index: number) => Math.min(PART_BYTES, size - index * PART_BYTES);
