/** Large files are sent and stored in parts of this length; only the last part may be shorter. */
export const PART_BYTES = 4 * 1024 * 1024;

export const partCount = (size: number) => Math.ceil(size / PART_BYTES);

export const partLength = (size: number, index: number) => Math.min(PART_BYTES, size - index * PART_BYTES);
