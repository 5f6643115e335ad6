import * as z from 'zod/mini';

// What kinds of things that happen to clients and to the firm have in common.

/** Nothing besides who, when and about what. */
export const none = z.object({});
/** A browser, as its user knows it. */
export const device = z.object({ label: z.string() });

const FIELD_NAMES: Readonly<Record<string, string>> = {
  description: 'notes',
  cashcalcLink: 'CashCalc link',
  intellifloLink: 'Intelliflo link',
  dynamicPlannerLink: 'Dynamic Planner link',
  pipedriveLink: 'PipeDrive link',
  closedDays: 'closed days',
  quietFrom: 'start of quiet hours',
  quietTo: 'end of quiet hours',
  dailyAt: 'time of the daily summary',
  stepUp: 'confirmation of new devices',
  linkDays: 'days after which links end',
  deviceDays: 'days for which devices are remembered',
  secondFactor: 'second factor',
  graceDays: 'days to set up a second factor',
  idleMinutes: 'end of idle sessions',
  refuseCommonPasswords: 'common passwords',
  changeAdminPasswords: 'passwords that admins set',
};
/** Fields as a sentence names them. */
export const named = (fields: readonly string[]) => fields.map((field) => FIELD_NAMES[field] ?? field).join(', ');
