import type { CallName } from './api.ts';

/** Request header with 22 URL-safe characters (128 random bits) that the sender makes and repeats. */
export const IDEMPOTENCY_KEY = 'idempotency-key';

export const IDEMPOTENCY_KEY_FORMAT = /^[\w-]{22}$/;

/** Calls that create something only once if they are repeated with the same idempotency key. */
export const REPEATABLE = [
  'POST /api/clients',
  'POST /api/views',
  'POST /api/stages/{stageId}/plans',
  'POST /api/clients/{id}/people',
  'POST /api/clients/{id}/documents',
  'POST /api/clients/{id}/uploads',
  'POST /api/clients/{id}/loas',
  'POST /api/clients/{id}/requests',
  'POST /api/clients/{id}/factfind',
  'POST /api/documents/{id}/sign-request',
  'POST /api/clients/{id}/tasks',
  'POST /api/clients/{id}/messages',
  'POST /api/clients/{id}/stuck',
] as const satisfies readonly CallName[];

export const isRepeatable = (name: string) => REPEATABLE.some((repeatable) => repeatable === name);
