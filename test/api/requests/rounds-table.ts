import type { CallName } from '#shared/contract/api.ts';

/** AWS calls and sequential rounds of a call on a warm function, by an adviser unless stated otherwise. */
interface Cost {
  calls: number;
  rounds: number;
  /** Reason for more than one round in a read or two in a change. */
  why?: string;
}

const OTHERS = 'an admin’s of another’s client: one more, the adviser’s name';

/** Checked by test/api/requests/rounds.test.ts; `npm run docs` writes it to docs/architecture.md. */
export const ROUNDS: Record<CallName, Cost> = {
  'POST /api/auth/register': { calls: 2, rounds: 2, why: 'the firm’s rules for passwords, where nobody is signed in' },
  'POST /api/auth/login': {
    calls: 10,
    rounds: 3,
    why: 'address, account and its browsers, then the session is kept and signed, and the counters cleared',
  },
  'POST /api/auth/forgot-password': { calls: 2, rounds: 2 },
  'POST /api/auth/reset-password': { calls: 4, rounds: 2 },
  'POST /api/auth/confirm-address': {
    calls: 6,
    rounds: 5,
    why: 'counts the attempt before it is compared, and clears the counters after the change',
  },
  'GET /api/auth/me': { calls: 1, rounds: 1 },
  'POST /api/auth/logout': { calls: 2, rounds: 2 },
  'GET /api/advisers': { calls: 2, rounds: 1 },
  'POST /api/advisers/invitations': { calls: 2, rounds: 2 },
  'POST /api/advisers/{id}/invitation': { calls: 4, rounds: 3, why: 'counts the mails of an hour' },
  'PATCH /api/advisers/{id}': { calls: 3, rounds: 3, why: 'the account is read once a password is hashed' },
  'DELETE /api/advisers/{id}': { calls: 3, rounds: 2 },
  'GET /api/clients': { calls: 2, rounds: 1 },
  'POST /api/clients': { calls: 2, rounds: 2, why: 'with emailLink: six more calls in three more rounds' },
  'GET /api/clients/{id}': { calls: 2, rounds: 1, why: OTHERS },
  'PATCH /api/clients/{id}': { calls: 3, rounds: 2, why: OTHERS },
  'DELETE /api/clients/{id}': {
    calls: 9,
    rounds: 7,
    why: 'marks, copies who read what, removes objects and children, the client last',
  },
  'GET /api/clients/{id}/token': { calls: 3, rounds: 2, why: 'is recorded' },
  'POST /api/clients/{id}/token/regenerate': { calls: 3, rounds: 2 },
  'POST /api/clients/{id}/send-portal-link': {
    calls: 8,
    rounds: 4,
    why: 'is counted for client, address and sender; where it goes is noted; recorded once it is on its way; an admin’s: one more, the name',
  },
  'GET /api/clients/{id}/stages': { calls: 2, rounds: 1 },
  'POST /api/clients/{id}/stages/reset': { calls: 3, rounds: 2 },
  'PATCH /api/stages/{stageId}': { calls: 3, rounds: 2 },
  'GET /api/stages/{stageId}/plans': { calls: 3, rounds: 1 },
  'POST /api/stages/{stageId}/plans': { calls: 3, rounds: 2 },
  'DELETE /api/plans/{id}': { calls: 4, rounds: 2 },
  'GET /api/clients/{id}/documents': { calls: 3, rounds: 1 },
  'POST /api/clients/{id}/documents': { calls: 6, rounds: 4, why: 'a mark and the data key, the object, the document' },
  'GET /api/documents/{id}/download': { calls: 6, rounds: 3, why: 'key and object; is recorded once it opened' },
  'GET /api/clients/{id}/uploads': { calls: 3, rounds: 2 },
  'POST /api/clients/{id}/uploads': { calls: 5, rounds: 4, why: 'the open uploads, the data key, the item' },
  'GET /api/uploads/{id}': { calls: 3, rounds: 1 },
  'POST /api/uploads/{id}/parts/{index}': { calls: 6, rounds: 4, why: 'the data key, the object, the item' },
  'POST /api/uploads/{id}/finish': { calls: 6, rounds: 4, why: 'the data key, the parts, the document' },
  'DELETE /api/uploads/{id}': { calls: 6, rounds: 4, why: 'a mark, then the objects, then the item' },
  'PATCH /api/documents/{id}': { calls: 4, rounds: 2 },
  'DELETE /api/documents/{id}': {
    calls: 6,
    rounds: 4,
    why: 'is hidden, then the object goes, the record last, so that it can be repeated',
  },
  'GET /api/clients/{id}/tasks': { calls: 3, rounds: 1 },
  'POST /api/clients/{id}/tasks': { calls: 3, rounds: 2 },
  'GET /api/tasks/pending': { calls: 2, rounds: 1 },
  'GET /api/tasks/pending-count': { calls: 2, rounds: 1 },
  'PATCH /api/tasks/{id}': { calls: 4, rounds: 2 },
  'DELETE /api/tasks/{id}': { calls: 5, rounds: 3, why: 'then finds the documents that were sent for it' },
  'GET /api/clients/{id}/messages': { calls: 3, rounds: 1 },
  'POST /api/clients/{id}/messages': { calls: 3, rounds: 2 },
  'GET /api/clients/{id}/activity': { calls: 3, rounds: 1 },
  'GET /api/dashboard/stats': { calls: 2, rounds: 1 },
  'GET /api/today': { calls: 3, rounds: 1 },
  'GET /api/portal/{token}': {
    calls: 4,
    rounds: 2,
    why: 'the adviser’s name, by the client’s adviser; beside it, once a day, that it was opened',
  },
  'GET /api/portal/{token}/news': { calls: 2, rounds: 2, why: 'the adviser’s name, by the client’s adviser' },
  'POST /api/clients/{id}/stuck': { calls: 3, rounds: 3, why: 'counts what comes through a link' },
  'DELETE /api/clients/{id}/stuck': { calls: 2, rounds: 1 },
  'GET /api/notifications': {
    calls: 3,
    rounds: 2,
    why: 'clients’ names, and what the notices are about, once these are known; one call less without notices',
  },
  'GET /api/notifications/unread': { calls: 2, rounds: 1 },
  'POST /api/notifications/read': { calls: 2, rounds: 2 },
  'GET /api/account/notifications': { calls: 2, rounds: 1 },
  'PATCH /api/account/notifications': { calls: 3, rounds: 2 },
  'GET /api/firm': { calls: 2, rounds: 1 },
  'GET /api/settings': { calls: 1, rounds: 1 },
  'PATCH /api/settings': { calls: 2, rounds: 2 },
  'GET /api/record': { calls: 2, rounds: 1 },
  'POST /api/portal/code': { calls: 4, rounds: 3, why: 'is counted before it is asked for' },
  'POST /api/portal/no-code': { calls: 4, rounds: 3, why: 'is counted before the adviser is told' },
  'POST /api/portal/device': { calls: 4, rounds: 3, why: 'a guess is counted before it is compared' },
  'POST /api/portal/new-link': { calls: 1, rounds: 1 },
  'GET /api/portal/devices': { calls: 2, rounds: 1 },
  'DELETE /api/portal/devices/{id}': { calls: 3, rounds: 2 },
  'GET /api/clients/{id}/portal': { calls: 4, rounds: 2, why: 'is recorded' },
  'GET /api/clients/{id}/devices': { calls: 3, rounds: 1 },
  'DELETE /api/clients/{id}/devices/{deviceId}': { calls: 4, rounds: 2 },
  'POST /api/clients/{id}/devices/phrase': { calls: 3, rounds: 2 },
  'GET /api/account': { calls: 3, rounds: 1 },
  'POST /api/account/password': {
    calls: 6,
    rounds: 4,
    why: 'counts a guess before it is compared, and forgets it before the change',
  },
  'POST /api/account/totp': { calls: 2, rounds: 2 },
  'POST /api/account/totp/confirm': { calls: 3, rounds: 2 },
  'DELETE /api/account/totp': { calls: 3, rounds: 2 },
  'POST /api/account/recovery-codes': { calls: 3, rounds: 2 },
  'GET /api/account/sessions': { calls: 2, rounds: 1 },
  'DELETE /api/account/sessions/{id}': { calls: 3, rounds: 2 },
  'DELETE /api/account/sessions': { calls: 3, rounds: 2 },
  'POST /api/auth/second-factor': {
    calls: 7,
    rounds: 3,
    why: 'the half-session, then the guess is counted beside what it is compared with, then the session is kept and signed',
  },
  'POST /api/auth/passkey/options': { calls: 0, rounds: 0 },
  'POST /api/auth/passkey': { calls: 6, rounds: 2 },
  'POST /api/account/confirm': {
    calls: 6,
    rounds: 4,
    why: 'counts a guess before it is compared, and forgets it before that is noted and the renewed session signed',
  },
  'POST /api/account/passkeys/options': { calls: 2, rounds: 1 },
  'POST /api/account/passkeys': { calls: 3, rounds: 2 },
  'PATCH /api/account/passkeys/{id}': { calls: 2, rounds: 2 },
  'DELETE /api/account/passkeys/{id}': { calls: 3, rounds: 2 },
  'POST /api/advisers/{id}/second-factor/reset': { calls: 5, rounds: 3, why: 'what is taken off is found first' },
};

export const roundsTable = () =>
  [
    '| call | AWS calls | rounds | why more |',
    '|---|---|---|---|',
    ...Object.entries(ROUNDS).map(
      ([name, { calls, rounds, why }]) => `| \`${name}\` | ${calls} | ${rounds} | ${why ?? ''} |`,
    ),
  ].join('\n');
