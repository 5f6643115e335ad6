export const MAIL_CHOICES = ['now', 'daily', 'off'] as const;
export type MailChoice = (typeof MAIL_CHOICES)[number];

export const DIGEST_CHOICES = ['weekly', 'off'] as const;

export const DEFAULT_CHOICE: MailChoice = 'now';
