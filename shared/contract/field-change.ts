import * as z from 'zod/mini';
import { ADVICE_FIELDS, CLIENT_FIELDS } from '../nouns/client.ts';
import { loggedNamesOf } from '../nouns/field.ts';
import { PLAN_FIELDS } from '../nouns/plan.ts';
import { PROVIDER_FIELDS } from '../nouns/provider.ts';
import { TASK_FIELDS } from '../nouns/task.ts';

// Apart from the calls, because every function writes audit entries.

/** Stored values of a short field before and after a change; null for none. */
export const fieldChange = z.object({
  field: z.enum([
    ...loggedNamesOf(CLIENT_FIELDS),
    'status',
    ...loggedNamesOf(TASK_FIELDS),
    ...loggedNamesOf(PLAN_FIELDS),
    ...loggedNamesOf(PROVIDER_FIELDS),
    'document',
    'section',
    'question',
    ...loggedNamesOf(ADVICE_FIELDS),
  ]),
  was: z.nullable(z.string()),
  is: z.nullable(z.string()),
});
export type FieldChange = z.infer<typeof fieldChange>;
