import { expect, test } from 'vitest';
import { weakenedFields } from '#functions/domain/settings/settings.ts';
import { DEFAULTS, recommendedIn } from '#shared/settings.ts';

const STRICT = {
  portal: { ...DEFAULTS.portal, ...recommendedIn('portal') },
  staff: { ...DEFAULTS.staff, ...recommendedIn('staff') },
};
type Changed = Partial<Record<'portal' | 'staff', object>>;
const weakened = (before: Required<Changed>, after: Changed) =>
  (['staff', 'portal'] as const).flatMap((section) =>
    weakenedFields(section, { ...before[section] }, { ...before[section], ...after[section] }),
  );

test.each([
  ['a second factor that is only encouraged', { staff: { secondFactor: 'encouraged' } }, ['secondFactor']],
  ['no second factor', { staff: { secondFactor: 'off' } }, ['secondFactor']],
  ['more days to set up a second factor', { staff: { graceDays: 15 } }, ['graceDays']],
  ['fewer days to set up a second factor', { staff: { graceDays: 0 } }, []],
  ['a later sign-out after inactivity', { staff: { idleMinutes: 31 } }, ['idleMinutes']],
  ['no sign-out after inactivity', { staff: { idleMinutes: null } }, ['idleMinutes']],
  ['an earlier sign-out after inactivity', { staff: { idleMinutes: 15 } }, []],
  ['common passwords', { staff: { refuseCommonPasswords: false } }, ['refuseCommonPasswords']],
  ['admin passwords that need not be changed', { staff: { changeAdminPasswords: false } }, ['changeAdminPasswords']],
  ['deletions by advisers', { staff: { deleteClients: 'advisers' } }, ['deleteClients']],
  ['no code on new devices', { portal: { stepUp: 'off' } }, ['stepUp']],
  ['links that never expire', { portal: { linkDays: null } }, ['linkDays']],
  ['links that expire later', { portal: { linkDays: 91 } }, ['linkDays']],
  ['devices that are remembered longer', { portal: { deviceDays: 181 } }, ['deviceDays']],
] as const)('reports weaker settings, and only those: %s', (_, after: Changed, expected) => {
  expect(weakened(STRICT, after)).toEqual(expected);
});

test('reports no field for stricter settings, and every field for the reverse change', () => {
  expect(weakened(DEFAULTS, STRICT)).toEqual([]);
  expect(weakened(STRICT, DEFAULTS)).toHaveLength(7);
});
