import * as z from 'zod/mini';

/** The longest text, in characters, that a schema takes; `undefined` where it says none. */
function limitIn(schema: unknown): number | undefined {
  if (!(schema instanceof z.core.$ZodType)) return;
  const { def } = schema._zod;
  if ('in' in def) return limitIn(def.in);
  if ('innerType' in def) return limitIn(def.innerType);
  return def.checks?.find((check) => check instanceof z.core.$ZodCheckMaxLength)?._zod.def.maximum;
}

/** The longest text, in characters, that an object's schema takes in a field; `undefined` where it says none. */
export const limitOf = (schema: z.core.$ZodType, field: string) =>
  schema instanceof z.core.$ZodObject ? limitIn(schema._zod.def.shape[field]) : undefined;
