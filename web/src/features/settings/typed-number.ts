import * as z from 'zod/mini';

const numberOf = (typed: unknown) => (typeof typed === 'string' && typed.trim() !== '' ? Number(typed) : Number.NaN);

/** A number as it is typed, for a schema that takes numbers: blank is one that no schema takes. */
export const typedNumber = <O>(schema: z.core.$ZodType<O, number | null>) =>
  z.pipe(
    z.transform((typed: unknown): number | null => numberOf(typed)),
    schema,
  );
