import {
  FileDown,
  History,
  KeyRound,
  LogIn,
  type LucideIcon,
  MailWarning,
  Settings,
  ShieldAlert,
  ShieldX,
  TriangleAlert,
  UserRound,
  UserRoundX,
} from 'lucide-react';
import type { Action } from '#shared/audit-log/actions.ts';

/** Actions of the firm's audit log in groups, each with its label. */
export const ACTION_KINDS: readonly {
  label: string;
  icon: LucideIcon;
  actions: readonly (readonly [Action, string])[];
}[] = [
  {
    label: 'Signing in',
    icon: LogIn,
    actions: [
      ['signed-in', 'Signed in'],
      ['signed-out', 'Signed out'],
      ['sign-in-refused', 'Refused sign-ins'],
      ['sign-in-blocked', 'Blocked sign-ins'],
      ['second-factor-refused', 'Refused second factors'],
      ['recovery-code-used', 'Used recovery codes'],
      ['session-ended', 'Signed out another browser'],
      ['sessions-ended', 'Signed out all other browsers'],
      ['account-unlocked', 'Unlocked addresses'],
    ],
  },
  {
    label: 'Passwords and second factors',
    icon: KeyRound,
    actions: [
      ['password-changed', 'Changed own passwords'],
      ['password-reset-requested', 'Requests for a new password'],
      ['password-reset', 'New passwords'],
      ['factor-added', 'Added second factors'],
      ['factor-removed', 'Removed second factors'],
      ['recovery-codes-made', 'New recovery codes'],
      ['second-factor-reset', 'Reset second factors'],
    ],
  },
  {
    label: 'Accounts',
    icon: UserRound,
    actions: [
      ['confirmation-requested', 'Registrations to be confirmed'],
      ['account-created', 'New accounts'],
      ['invitation-repeated', 'Repeated invitations'],
      ['account-changed', 'Changed accounts and roles'],
      ['email-change-requested', 'Requests to change own email addresses'],
      ['email-change-confirmed', 'Confirmed own email addresses'],
      ['email-change-cancelled', 'Cancelled changes of own email addresses'],
      ['works-changed', 'Changes of who works with whom'],
      ['cover-set', 'Colleagues named for an absence'],
      ['cover-removed', 'Covers that were ended'],
      ['account-deleted', 'Deleted accounts'],
      ['mail-refused', 'Undelivered emails to advisers'],
      ['mail-allowed-again', 'Emails to advisers allowed again'],
    ],
  },
  {
    label: 'Clients',
    icon: UserRoundX,
    actions: [
      ['client-deleted', 'Deleted clients'],
      ['client-read', 'Access to since-deleted clients'],
      ['document-damaged', 'Altered or lost documents'],
    ],
  },
  {
    label: 'Exports',
    icon: FileDown,
    actions: [
      ['file-exported', 'Exported client data'],
      ['clients-exported', 'Exported lists of clients'],
      ['record-exported', 'Exports of this audit log'],
    ],
  },
  {
    label: 'Settings',
    icon: Settings,
    actions: [
      ['settings-changed', 'Changed settings'],
      ['templates-changed', 'Changed documents to ask for'],
      ['factfind-form-changed', 'Changed the form of fact-finds'],
      ['figures-rebuilt', 'Rebuilt figures'],
      ['provider-added', 'New providers'],
      ['provider-changed', 'Changed providers'],
      ['provider-removed', 'Removed providers'],
      ['view-shared', 'Shared views'],
      ['view-changed', 'Changed shared views'],
      ['view-unshared', 'Views no longer shared'],
      ['view-deleted', 'Deleted shared views'],
      ['keys-rotated', 'Cancelled sign-ins and links'],
    ],
  },
];

const ALARMING: Readonly<Record<string, LucideIcon>> = {
  'sign-in-refused': ShieldX,
  'sign-in-blocked': ShieldX,
  'second-factor-refused': ShieldX,
  'second-factor-reset': ShieldAlert,
  'document-damaged': TriangleAlert,
  'mail-refused': MailWarning,
};

/** Returns the icon of an action, and `isAlarming` if it needs attention. */
export function actionMark(action: string): { icon: LucideIcon; isAlarming: boolean } {
  const alarm = ALARMING[action];
  const kind = ACTION_KINDS.find(({ actions }) => actions.some(([name]) => name === action));
  return { icon: alarm ?? kind?.icon ?? History, isAlarming: alarm !== undefined };
}
