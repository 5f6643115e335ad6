import { DAYS_AFTER_COMPLETION, SESSION } from '#shared/rules/lifetimes.ts';
import { SETTINGS, type SettingPath } from '#shared/settings.ts';

/** Hints of fields, besides their range. */
export const HINTS: Partial<Record<string, string>> = {
  'legal.statusLine':
    'For example: Authorised and regulated by the Financial Conduct Authority. An appointed representative names its principal.',
  'legal.legalName': 'If it differs from the firm’s name.',
  'legal.company': 'For example: Registered in England, 01234567, 1 High Street, Bath BA1 1AA.',
  'legal.frn': 'Your firm reference number.',
  'legal.privacyUrl': 'The page on your website.',
  'legal.complaints': 'An address, or up to 2,000 characters that clients read here.',
  'legal.dataContact': 'Whom to ask about personal data.',
  'portal.deviceDays': 'After that, the client enters a new code. Applies to devices confirmed from now on.',
  'staff.graceDays': '0 means immediately.',
  'mail.dailyAt': 'Sent on working days: not at weekends, on bank holidays or on your closed days.',
  'documents.answerDays': 'The due date that “Ask for Documents” suggests.',
  'reminders.at': 'On working days only, one email about everything, at most every second day.',
} satisfies Partial<Record<SettingPath, string>>;

export interface OptionText {
  /** Effect on people, and when it starts; absent if the label says it. */
  about?: string;
  /** Reason for a recommended option. */
  why?: string;
}
type OptionTexts = Readonly<Record<string, OptionText>>;

const { linkDays } = SETTINGS.portal.shape;
const { idleMinutes } = SETTINGS.staff.shape;

/** Texts of the options of a choice. */
export const OPTION_TEXTS: Partial<Record<string, OptionTexts>> = {
  'portal.stepUp': {
    off: { about: 'Anyone with the link can open the portal, on any device.' },
    'new-device': {
      about: 'Clients enter a six-digit code that we email, once on each device, including those in use today.',
      why: 'a forwarded or lost link alone then opens nothing.',
    },
  },
  'portal.linkDays': {
    unset: { about: 'A link from years ago still opens the page.' },
    set: {
      about: `Unused links expire after this many days, counted from when you save this; all links expire ${DAYS_AFTER_COMPLETION} days after completion. Clients can ask for a new link by email.`,
      why: `old emails are the most likely way a link leaks. ${linkDays.setting.recommended} days suit most firms.`,
    },
  },
  'staff.secondFactor': {
    off: { about: 'A password signs in. Anyone who has set up a second factor is still asked for it.' },
    encouraged: { about: 'A password signs in. Anyone without a second factor is reminded to set one up.' },
    required: {
      about:
        'After the days below, anyone without a second factor must set one up before doing anything else. Days count from when you save this or, for a new account, from when it is created.',
      why: 'a stolen or guessed password is then not enough.',
    },
  },
  'staff.idleMinutes': {
    unset: { about: `For ${SESSION.words}, even if nobody uses the page.` },
    set: {
      about: 'As soon as you save this, anyone inactive for this many minutes has to sign in again.',
      why: `an unattended computer then stops showing client data. ${idleMinutes.setting.recommended} minutes suit most firms.`,
    },
  },
  'staff.refuseCommonPasswords': {
    false: { about: 'Any password that is long enough.' },
    true: {
      about:
        'New passwords can’t be common ones, or contain the person’s name, their email address or the firm’s name. Passwords in use today still work.',
      why: 'attackers try these first.',
    },
  },
  'staff.changeAdminPasswords': {
    false: { about: 'The person may keep it, although the admin knows it.' },
    true: {
      about: 'Anyone given a password from now on must choose a new one when they first sign in.',
      why: 'a shared password cannot show who used it.',
    },
  },
  'staff.deleteClients': {
    advisers: { about: 'An adviser confirms it with the password, and types the client’s name.' },
    admins: {
      about: 'Advisers have no Delete button. They can still complete a journey.',
      why: 'a deletion takes every document with it, and nobody can bring them back.',
    },
  },
  'reminders.tasks': { true: { why: 'clients forget tasks as easily as documents.' } },
} satisfies Partial<Record<SettingPath, OptionTexts>>;

/** Returns the reason for a recommended option. */
export const whyRecommended = (path: string) =>
  Object.values(OPTION_TEXTS[path] ?? {}).find(({ why }) => why !== undefined)?.why ?? '';
