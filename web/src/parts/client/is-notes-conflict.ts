import { ApiError } from '../../lib/http/api.ts';

/** Returns true if saving notes was refused because they changed meanwhile; the dialog shows it (contract, Clients). */
export const isNotesConflict = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 409 && 'description' in error.more;
