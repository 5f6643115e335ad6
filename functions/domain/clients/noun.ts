import * as KEYS from '../../services/keys/item-kinds.ts';
import type { ChangesItem } from '../../services/notices.ts';
import { type AttributesOf, FIRM, type Nouns, STAFF } from '../noun.ts';
import type { SeenLink } from './portal-link.ts';

export const nouns = {
  client: {
    name: 'client',
    rest: ['id'],
    index: `list: \`${KEYS.account.pk}adviser\` / \`${KEYS.client.row}created#id\``,
    key: KEYS.client,
    owner: 'client',
    exported: ['client', 'stages', 'signature'],
    restored: 'back',
    grows: ['tokenVersion', 'deviceVersion'],
    // Access that was closed since must not reopen. `news` is the newest audit entry, and entries are never removed.
    stays: [
      'linkIssuedAt',
      'linkUsedAt',
      'linkMailedTo',
      'linkMailedAt',
      'renewedFrom',
      'summary/portalSuspended',
      'stepUp',
      'stepUpReason',
      'news',
      // A client who stopped reminders gets none after a restore.
      'summary/reminders',
      'unansweredAt',
      // Figures are not restored, so a journey stays counted as it is.
      'countedAs',
    ],
  },
  seenLink: {
    name: 'portal link that an account saw',
    rest: ['id', 'client'],
    key: KEYS.seenLink,
    owner: 'account',
    exported: 'The client’s audit log says who saw the link.',
    // The deletion of a restored account finds the links to renew only here.
    restored: 'added',
    attributes: {
      v: true,
      seenAt: true,
    } satisfies AttributesOf<SeenLink>,
  },
  creation: {
    name: 'marker of something sent with an idempotency key',
    rest: ['client', 'sender#key'],
    key: KEYS.creation,
    owner: 'client',
    exported: 'Ids of what was created, for a week.',
    restored: 'never',
  },
  ownCreation: {
    name: 'marker of a client or view created with an idempotency key',
    rest: ['adviser', 'key'],
    key: KEYS.ownCreation,
    owner: 'firm',
    exported: STAFF,
    restored: 'never',
  },
  clientChanges: {
    name: 'latest change of any client',
    key: KEYS.clientChanges,
    owner: 'firm',
    exported: FIRM,
    restored: 'never',
    attributes: {
      v: true,
      latest: true,
      by: true,
      otherLatest: true,
    } satisfies AttributesOf<ChangesItem>,
  },
} as const satisfies Nouns;
