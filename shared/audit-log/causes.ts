import { accountCauses } from './accounts.ts';
import type { Action, DataOf } from './actions.ts';
import { clientCauses } from './clients.ts';
import { documentCauses } from './documents.ts';
import { factfindCauses } from './factfind.ts';
import { journeyCauses } from './journey.ts';
import { loaCauses } from './loas.ts';
import { mailCauses } from './mail.ts';
import { messageCauses } from './messages.ts';
import { portalCauses } from './portal.ts';
import { reminderCauses } from './reminders.ts';
import { requestCauses } from './requests.ts';
import { settingsCauses } from './settings.ts';
import { signInCauses } from './sign-in.ts';
import { signingCauses } from './signing.ts';
import { taskCauses } from './tasks.ts';
import type { Cause } from './told.ts';

/** Notices that entries cause, by their action. */
export const CAUSES: { readonly [A in Action]?: Cause<DataOf<A>> } = {
  ...messageCauses,
  ...portalCauses,
  ...documentCauses,
  ...requestCauses,
  ...factfindCauses,
  ...signingCauses,
  ...loaCauses,
  ...taskCauses,
  ...clientCauses,
  ...journeyCauses,
  ...mailCauses,
  ...reminderCauses,
  ...signInCauses,
  ...accountCauses,
  ...settingsCauses,
};
