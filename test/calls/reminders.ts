import type * as contract from '#shared/contract/reminders.ts';
import { inDays } from '../support/days.ts';
import type { CallTests } from './call-test.ts';

export const reminderCalls = {
  'GET /api/clients/{id}/reminders': { cost: [4, 1] },
  'PATCH /api/clients/{id}/reminders': { cost: [5, 2], body: () => ({ disabled: false, pausedUntil: inDays(7) }) },
  'POST /api/clients/{id}/reminders/send': { cost: [5, 2], sent: 'onClientWithRequest' },
  'GET /api/reminders/{key}': { cost: [1, 1], sent: 'onKey' },
  'GET /api/reminders/{key}/stop': { cost: [0, 0], sent: 'onKey' },
  'HEAD /api/reminders/{key}/stop': { cost: [0, 0], sent: 'onKey' },
  'POST /api/reminders/{key}/stop': { cost: [2, 2], sent: 'onKey' },
  'POST /api/reminders/{key}/pause': { cost: [3, 3], sent: 'onKey' },
  'POST /api/reminders/{key}/resume': { cost: [4, 4], sent: 'onPausedKey' },
} satisfies CallTests<typeof contract.reminderCalls>;
