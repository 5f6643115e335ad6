/** What a notice to staff can be about. */
export const NOTICE_KINDS = [
  'message',
  'stuck',
  'no-code',
  'document',
  'task-completed',
  'task-noted',
  'assigned',
  'undelivered',
  'damaged',
  'new-device',
  'factor-reset',
] as const;
/** One of {@link NOTICE_KINDS}. */
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** Notices by what a person can choose to be mailed about. */
export type NoticeGroup = 'messages' | 'documents' | 'tasks' | 'clients' | 'security';

/** The group that each kind of notice belongs to. */
export const GROUP_OF: Readonly<Record<NoticeKind, NoticeGroup>> = {
  message: 'messages',
  stuck: 'messages',
  'no-code': 'messages',
  document: 'documents',
  'task-completed': 'tasks',
  'task-noted': 'tasks',
  assigned: 'clients',
  undelivered: 'clients',
  damaged: 'security',
  'new-device': 'clients',
  'factor-reset': 'security',
};

/** When a group is mailed: at once, in the daily summary, never. */
export const MAIL_CHOICES = ['now', 'daily', 'off'] as const;
/** One of {@link MAIL_CHOICES}. */
export type MailChoice = (typeof MAIL_CHOICES)[number];

/** What holds until somebody chooses. */
export const FIRST_CHOICE: MailChoice = 'now';
