import { ApiError } from '../../lib/http/api.ts';

/** Returns true if saving notes was refused because they changed meanwhile. The dialog shows this itself. */
export const isNotesConflict = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 409 && 'description' in error.more;
