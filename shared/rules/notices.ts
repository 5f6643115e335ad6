export const NOTICE_KINDS = [
  'message',
  'stuck',
  'no-code',
  'document',
  'task-document',
  'request',
  'loa-due',
  'task-completed',
  'task-noted',
  'assigned',
  'unassigned',
  'client-deleted',
  'undelivered',
  'no-answer',
  'reminders-stopped',
  'damaged',
  'new-device',
  'by-admin',
  'factor-reset',
  'new-admin',
  'new-account',
  'admin-changed',
  'name-changed',
  'settings-weakened',
  'firm-changed',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

export type NoticeGroup = 'messages' | 'documents' | 'tasks' | 'clients' | 'providers' | 'security';

export const GROUP_OF: Readonly<Record<NoticeKind, NoticeGroup>> = {
  message: 'messages',
  stuck: 'messages',
  'no-code': 'messages',
  document: 'documents',
  'task-document': 'documents',
  request: 'documents',
  'loa-due': 'providers',
  'task-completed': 'tasks',
  'task-noted': 'tasks',
  assigned: 'clients',
  unassigned: 'clients',
  'client-deleted': 'clients',
  undelivered: 'clients',
  'no-answer': 'clients',
  'reminders-stopped': 'clients',
  damaged: 'security',
  'new-device': 'clients',
  'by-admin': 'security',
  'factor-reset': 'security',
  'new-admin': 'security',
  'new-account': 'security',
  'admin-changed': 'security',
  'name-changed': 'security',
  'settings-weakened': 'security',
  'firm-changed': 'security',
};

export const MAIL_CHOICES = ['now', 'daily', 'off'] as const;
export type MailChoice = (typeof MAIL_CHOICES)[number];

export const DIGEST_CHOICES = ['weekly', 'off'] as const;

export const DEFAULT_CHOICE: MailChoice = 'now';

export type NoticePlace = 'page' | 'messages' | 'tasks' | 'documents' | 'requests' | 'loas';

const PLACES: Readonly<Partial<Record<NoticeKind, NoticePlace>>> = {
  message: 'messages',
  stuck: 'messages',
  document: 'documents',
  damaged: 'documents',
  'task-document': 'tasks',
  request: 'requests',
  'loa-due': 'loas',
  'task-completed': 'tasks',
  'task-noted': 'tasks',
};

/** Fields of a notice that decide its link; `ref` is the id of its subject. */
export interface Pointing {
  kind: NoticeKind;
  ref?: string | null | undefined;
}

export const placeOf = ({ kind }: Pointing): NoticePlace => PLACES[kind] ?? 'page';

export const anchorOf = {
  tasks: (id: string) => `task-${id}`,
  documents: (id: string) => `document-${id}`,
  requests: (id: string) => `request-${id}`,
  loas: (id: string) => `loa-${id}`,
  stages: (id: string) => `stage-${id}`,
};

/** Returns the fragment of a client page's URL for a notice; blank for the page as a whole. */
export function hashOf({ kind, ref }: Pointing): string {
  const place = placeOf({ kind });
  if (place === 'page') return '';
  if (place !== 'messages' && ref) return `#${anchorOf[place](ref)}`;
  return `#${place}`;
}

/** Returns the most specific fragment for several notices: their common subject, part of the page, or the page. */
export function commonHashOf(notices: readonly Pointing[]): string {
  const only = (hashes: readonly string[]) => (new Set(hashes).size === 1 ? hashes[0] : undefined);
  return only(notices.map(hashOf)) ?? only(notices.map(({ kind }) => hashOf({ kind }))) ?? '';
}
