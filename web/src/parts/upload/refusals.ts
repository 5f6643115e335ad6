import { fileTooLarge } from '#shared/rules/documents.ts';
import { MB } from '#shared/rules/limits.ts';
import { PlainError } from '../../lib/http/api.ts';

/** A file that can never be sent as it is. */
export class FileError extends PlainError {}

const EMPTY = 'This file is empty. Please choose another one.';

/** Returns why a file can never be sent, in a sentence for people; `undefined` if it can. */
export const fileRefusal = ({ size }: File, maxMb: number) =>
  size === 0 ? EMPTY : size > maxMb * MB ? fileTooLarge(maxMb) : undefined;
