import * as z from 'zod/mini';
import { type LoaChange, loaChange, type NewLoa, newLoa } from '#shared/contract/loas.ts';
import { optionalOf } from '#shared/nouns/field.ts';
import { LOA_FIELDS } from '#shared/nouns/loa.ts';
import type { Values } from '../../../ui/form/form.tsx';

const PLAN = 'plan/';
export const planName = (id: string) => PLAN + id;

/** Returns the ids of the ticked plans. */
export const chosenPlans = (values: Values) =>
  Object.keys(values)
    .filter((name) => name.startsWith(PLAN))
    .map((name) => name.slice(PLAN.length));

const letterOf = (values: Values) => ({
  planIds: chosenPlans(values),
  scope: values.scope,
  ...Object.fromEntries(optionalOf(LOA_FIELDS).map((name) => [name, values[name] || null])),
});

/** Names of the form's fields, by those of the call. */
const FIELDS: Readonly<Record<string, string>> = { on: 'sentOn' };

/** Parses a form as the body of a call, with errors at the form's fields. */
const formOf = <T>(schema: z.ZodMiniType<T>, bodyOf: (values: Values) => unknown, empty: T) =>
  z.pipe(
    z.record(z.string(), z.any()),
    z.transform((values: Values, context): T => {
      const parsed = z.safeParse(schema, bodyOf(values));
      if (parsed.success) return parsed.data;
      for (const { path, message } of parsed.error.issues) {
        const name = String(path[0] === 'sent' ? path[1] : path[0]);
        context.issues.push({ code: 'custom', input: values, path: [FIELDS[name] ?? name], message });
      }
      return empty;
    }),
  );

const NO_LETTER: NewLoa = { provider: '', planIds: [], scope: 'information' };

export const letterSchema = formOf<NewLoa>(
  newLoa,
  (values) => ({
    ...letterOf(values),
    provider: values.provider,
    ...(values.sentOn && { sent: { on: values.sentOn, how: values.how, ref: values.ref } }),
  }),
  NO_LETTER,
);

/** The version is added when the form is sent. */
export const editSchema = formOf<LoaChange>(loaChange, (values) => ({ ...letterOf(values), version: 0 }), {
  version: 0,
});
