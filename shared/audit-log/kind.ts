import * as z from 'zod/mini';
import type { FieldChange } from '../contract/messages.ts';

export interface Kind<S extends z.core.$ZodType = z.core.$ZodType> {
  /** What a line of the record keeps of it besides who, when and about what. */
  data: S;
  sentence(data: z.infer<S>): string;
  /** What short fields were before it and are after it: never the text of notes or messages, nor anything secret. */
  changes(data: z.infer<S>): readonly FieldChange[];
  /** Whether it shows on the client's own page too, which is then read anew there. */
  seen(data: z.infer<S>): Seen;
}

/** Who may see a line of the record: the staff alone, or the client too. */
export type Seen = 'staff' | 'both';

/** A kind of thing that can happen; one that does not say who sees it is for the staff alone. */
export const kind = <S extends z.core.$ZodType>(
  data: S,
  sentence: (data: z.infer<S>) => string,
  seen: Seen | ((data: z.infer<S>) => Seen) = 'staff',
  changes: (data: z.infer<S>) => readonly FieldChange[] = () => [],
): Kind<S> => ({ data, sentence, changes, seen: typeof seen === 'function' ? seen : () => seen });

// What kinds of things that happen to clients and to the firm have in common.

export const none = z.object({});
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
export const named = (fields: readonly string[]) => fields.map((field) => FIELD_NAMES[field] ?? field).join(', ');
