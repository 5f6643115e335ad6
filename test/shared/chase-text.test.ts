import { expect, test } from 'vitest';
import { chaseText } from '#shared/rules/loa-chase-text.ts';

const step = (name: string, more: { how?: 'post' | 'portal' | 'phone'; ref?: string } = {}) => ({
  step: name,
  how: more.how ?? null,
  ref: more.ref ?? null,
});
const letter = {
  clientName: 'Mia Wood',
  sentOn: '2026-11-03',
  gaps: [] as string[],
  steps: [step('sent', { how: 'post' })],
};

test('names client, plan, day and way, and leaves out what is not on file', () => {
  expect(chaseText(letter, ['AV 1234 4821'])).toBe(
    [
      'Letter of authority for Mia Wood',
      'Plan number: AV 1234 4821',
      'Sent on 3 Nov 2026 by post',
      '',
      'Please tell us when we can expect your answer.',
    ].join('\n'),
  );
  expect(chaseText({ ...letter, steps: [step('sent')] }, [])).not.toMatch(/Plan|by|Reference|missing/);
});

test('names the last reference since it was sent again, and what is missing', () => {
  const steps = [
    step('sent', { how: 'post', ref: 'OLD' }),
    step('rejected'),
    step('sent', { how: 'portal' }),
    step('acknowledged', { ref: 'AV-7' }),
    step('chased', { how: 'phone' }),
  ];
  expect(chaseText({ ...letter, steps, gaps: ['transfer value', 'charges'] }, ['A1', 'A2'])).toBe(
    [
      'Letter of authority for Mia Wood',
      'Plan numbers: A1 and A2',
      'Sent on 3 Nov 2026 through your portal',
      'Reference: AV-7',
      'Still missing: transfer value and charges',
      '',
      'Please tell us when we can expect the rest.',
    ].join('\n'),
  );
  expect(chaseText({ ...letter, steps: steps.slice(0, 3) }, [])).not.toContain('OLD');
});
