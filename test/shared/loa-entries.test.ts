import { expect, test } from 'vitest';
import { type Happened, seenBy, sentenceOf } from '#shared/audit-log/actions.ts';
import type { LoaStep } from '#shared/rules/loas.ts';

const step = (name: LoaStep): Happened => ({
  action: 'loa-step',
  data: { provider: 'Aviva', step: name, on: '2026-11-25', state: 'sent' },
});
const undo = (undone: LoaStep): Happened => ({
  action: 'loa-step',
  data: { provider: 'Aviva', step: 'undo', undone, on: '2026-11-25', state: 'sent' },
});

test.each<[Happened, string, 'staff' | 'both']>([
  [
    { action: 'loa-made', data: { provider: 'Aviva', plans: 2 } },
    'Noted a letter of authority to Aviva for 2 plans',
    'staff',
  ],
  [{ action: 'loa-changed', data: { provider: 'Aviva' } }, 'Changed the letter of authority to Aviva', 'staff'],
  [step('sent'), 'Sent the letter of authority to Aviva', 'both'],
  [step('acknowledged'), 'Noted that Aviva confirmed the letter of authority', 'both'],
  [step('chased'), 'Chased Aviva', 'staff'],
  [step('part'), 'Noted that part of the answer came from Aviva', 'both'],
  [step('received'), 'Noted that the whole answer came from Aviva', 'both'],
  [step('rejected'), 'Noted that Aviva returned the letter of authority', 'both'],
  [step('closed'), 'Marked the letter of authority to Aviva as not needed', 'both'],
  [undo('received'), 'Took back “all came” for Aviva', 'both'],
  [undo('chased'), 'Took back “chased” for Aviva', 'staff'],
  [
    { action: 'loa-due', data: { provider: 'Aviva', days: 12 } },
    'Aviva: no answer for 12 working days, chase today',
    'staff',
  ],
  [
    { action: 'provider-changed', data: { name: 'Aviva', fields: ['phone', 'portalUrl', 'takes'] } },
    'Changed the provider Aviva: phone, portal address, accepted signatures',
    'staff',
  ],
])('the audit entry %o says “%s”, and refreshes the page of: %s', (happened, sentence, seen) =>
  expect([sentenceOf(happened), seenBy(happened)]).toEqual([sentence, seen]),
);
