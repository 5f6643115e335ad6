import type { FirmSettings } from '#shared/contract/firm.ts';
import { staffSection } from '#shared/contract/settings.ts';

type IsWeaker<T> = (before: T, after: T) => boolean;

/** Tests for each field of a section; a field without one does not compile. */
type Tests<S> = { readonly [F in keyof S]: IsWeaker<S[F]> };

const longer: IsWeaker<number | null> = (before, after) =>
  (after ?? Number.POSITIVE_INFINITY) > (before ?? Number.POSITIVE_INFINITY);
const switchedOff: IsWeaker<boolean> = (before, after) => before && !after;
/** Second factor policies, the least strict first. */
const FACTOR_POLICIES = staffSection.shape.secondFactor.options;

const STAFF: Tests<FirmSettings['staff']> = {
  secondFactor: (before, after) => FACTOR_POLICIES.indexOf(after) < FACTOR_POLICIES.indexOf(before),
  graceDays: longer,
  idleMinutes: longer,
  refuseCommonPasswords: switchedOff,
  changeAdminPasswords: switchedOff,
};

const PORTAL: Tests<FirmSettings['portal']> = {
  stepUp: (before, after) => before === 'new-device' && after === 'off',
  linkDays: longer,
  deviceDays: longer,
};

const weakened = <S extends object>(tests: Tests<S>, before: S, after: S): string[] =>
  (Object.keys(tests) as (keyof S & string)[]).filter((field) => tests[field](before[field], after[field]));

/** Returns the fields that protect accounts and portals less after a change of the settings than before it. */
export const weakenedFields = (
  before: Pick<FirmSettings, 'staff' | 'portal'>,
  after: Pick<FirmSettings, 'staff' | 'portal'>,
): string[] => [...weakened(STAFF, before.staff, after.staff), ...weakened(PORTAL, before.portal, after.portal)];
