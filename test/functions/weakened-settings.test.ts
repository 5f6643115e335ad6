import { expect, test } from 'vitest';
import { weakenedFields } from '#functions/domain/settings/settings.ts';
import { PORTAL_DEFAULTS, RECOMMENDED, STAFF_DEFAULTS } from '#shared/contract/setting-defaults.ts';

const DEFAULTS = { portal: PORTAL_DEFAULTS, staff: STAFF_DEFAULTS };
const STRICT = {
  portal: { ...PORTAL_DEFAULTS, ...RECOMMENDED.portal },
  staff: { ...STAFF_DEFAULTS, ...RECOMMENDED.staff },
};

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
  ['no code on new devices', { portal: { stepUp: 'off' } }, ['stepUp']],
  ['links that never expire', { portal: { linkDays: null } }, ['linkDays']],
  ['links that expire later', { portal: { linkDays: 91 } }, ['linkDays']],
  ['devices that are remembered longer', { portal: { deviceDays: 181 } }, ['deviceDays']],
] as const)(
  'reports weaker settings, and only those: %s',
  (_, { staff, portal }: { staff?: object; portal?: object }, expected) => {
    const after = { staff: { ...STRICT.staff, ...staff }, portal: { ...STRICT.portal, ...portal } };
    expect(weakenedFields(STRICT, after)).toEqual(expected);
  },
);

test('reports no field for stricter settings, and every field for the reverse change', () => {
  expect(weakenedFields(DEFAULTS, STRICT)).toEqual([]);
  expect(weakenedFields(STRICT, DEFAULTS)).toHaveLength(6);
});
