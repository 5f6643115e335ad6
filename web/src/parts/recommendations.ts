import type { FirmSettings } from '#shared/contract/firm.ts';
import { RECOMMENDED } from '#shared/contract/setting-defaults.ts';

const { portal, staff } = RECOMMENDED;
const atMost = (most: number, value: number | null) => value !== null && value <= most;

/** Returns by setting if its recommendation is applied. Values beyond it count too. */
export const appliedRecommendations = (now: FirmSettings) => ({
  stepUp: now.portal.stepUp === portal.stepUp,
  linkDays: atMost(portal.linkDays, now.portal.linkDays),
  secondFactor: now.staff.secondFactor === staff.secondFactor,
  idleMinutes: atMost(staff.idleMinutes, now.staff.idleMinutes),
  refuseCommonPasswords: now.staff.refuseCommonPasswords,
  changeAdminPasswords: now.staff.changeAdminPasswords,
  tasks: now.reminders.tasks !== 'off',
});

export type Recommendation = keyof ReturnType<typeof appliedRecommendations>;
