import type { FieldChange } from '../contract/field-change.ts';
import { accountActions } from './accounts.ts';
import { clientActions } from './clients.ts';
import { documentActions } from './documents.ts';
import { factfindActions } from './factfind.ts';
import { firmActions } from './firm.ts';
import { journeyActions } from './journey.ts';
import type { DataIn, Kind, Seen } from './kind.ts';
import { loaActions } from './loas.ts';
import { mailActions } from './mail.ts';
import { messageActions } from './messages.ts';
import { planActions } from './plans.ts';
import { portalActions } from './portal.ts';
import { providerActions } from './providers.ts';
import { reminderActions } from './reminders.ts';
import { requestActions } from './requests.ts';
import { settingsActions } from './settings.ts';
import { signInActions } from './sign-in.ts';
import { signingActions } from './signing.ts';
import { taskActions } from './tasks.ts';
import { viewActions } from './views.ts';

/** Actions in the audit log of a client. */
const CLIENT_ACTIONS = {
  ...clientActions,
  ...portalActions,
  ...journeyActions,
  ...planActions,
  ...documentActions,
  ...taskActions,
  ...requestActions,
  ...factfindActions,
  ...signingActions,
  ...loaActions,
  ...messageActions,
  ...mailActions,
  ...reminderActions,
} as const;

/** Actions in the audit log of the firm. */
export const FIRM_ACTIONS = {
  ...providerActions,
  ...accountActions,
  ...signInActions,
  ...settingsActions,
  ...viewActions,
  ...firmActions,
} as const;

export const ACTIONS = { ...CLIENT_ACTIONS, ...FIRM_ACTIONS } as const satisfies Record<string, Kind>;

export type Action = keyof typeof ACTIONS;

export type DataOf<A extends Action> = DataIn<(typeof ACTIONS)[A]>;

export type Happened<A extends Action = Action> = {
  [K in A]: { action: K; data: DataOf<K>; ref?: string | undefined };
}[A];

export const isAction = (action: string): action is Action => Object.hasOwn(ACTIONS, action);

export function sentenceOf({ action, data }: { action: Action; data: unknown }): string {
  const { sentence }: Kind = ACTIONS[action];
  return sentence(data);
}

export function changesOf({ action, data }: { action: Action; data: unknown }): readonly FieldChange[] {
  const { changes }: Kind = ACTIONS[action];
  return changes(data);
}

export function seenBy({ action, data }: { action: Action; data: unknown }): Seen {
  const { seen }: Kind = ACTIONS[action];
  return seen(data);
}
