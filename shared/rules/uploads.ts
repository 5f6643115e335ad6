import { PART_BYTES } from './limits.ts';

export const partCount = (size: number) => Math.ceil(size / PART_BYTES);

export const partLength = (size: number, index: number) => Math.min(PART_BYTES, size - index * PART_BYTES);
