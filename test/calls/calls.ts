import type { CallName } from '#shared/contract/api.ts';
import { ownAccountCalls } from './account.ts';
import { accountCalls } from './advisers.ts';
import type { CallTest, Named } from './call-test.ts';
import { clientCalls } from './clients.ts';
import { deviceCalls } from './devices.ts';
import { documentCalls } from './documents.ts';
import { factfindCalls } from './factfind.ts';
import { factfindFormCalls } from './factfind-form.ts';
import { figuresCalls } from './figures.ts';
import { firmCalls } from './firm.ts';
import { journeyCalls } from './journey.ts';
import { loaCalls } from './loas.ts';
import { messageCalls } from './messages.ts';
import { notificationCalls } from './notifications.ts';
import { peopleCalls } from './people.ts';
import { portalCalls } from './portal.ts';
import { reminderCalls } from './reminders.ts';
import { requestCalls } from './requests.ts';
import { riskCalls } from './risk.ts';
import { signingCalls } from './signing.ts';
import { stuckCalls } from './stuck.ts';
import { taskCalls } from './tasks.ts';
import { todayCalls } from './today.ts';
import { uploadCalls } from './uploads.ts';
import { viewCalls } from './views.ts';

export const CALL_TESTS: Readonly<Record<CallName, CallTest>> = {
  ...ownAccountCalls,
  ...accountCalls,
  ...clientCalls,
  ...deviceCalls,
  ...documentCalls,
  ...factfindCalls,
  ...factfindFormCalls,
  ...firmCalls,
  ...figuresCalls,
  ...journeyCalls,
  ...loaCalls,
  ...messageCalls,
  ...notificationCalls,
  ...peopleCalls,
  ...portalCalls,
  ...reminderCalls,
  ...requestCalls,
  ...riskCalls,
  ...signingCalls,
  ...stuckCalls,
  ...taskCalls,
  ...todayCalls,
  ...uploadCalls,
  ...viewCalls,
};

/** Calls with a JSON body. */
export const WITH_BODY = (Object.keys(CALL_TESTS) as CallName[]).filter((name) => CALL_TESTS[name].body);

export function bodyOf(name: CallName, named: Named): Record<string, unknown> {
  const { body = {} } = CALL_TESTS[name];
  return { ...(typeof body === 'function' ? body(named) : body) };
}

/** `npm run docs` writes it to docs/architecture.md; test/api/requests/rounds.test.ts checks it. */
export const roundsTable = () =>
  [
    '| call | AWS calls | rounds | why more |',
    '|---|---|---|---|',
    ...Object.entries(CALL_TESTS).map(
      ([
        name,
        {
          cost: [calls, rounds],
          why,
        },
      ]) => `| \`${name}\` | ${calls} | ${rounds} | ${why ?? ''} |`,
    ),
  ].join('\n');
