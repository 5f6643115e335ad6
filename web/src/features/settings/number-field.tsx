import * as z from 'zod/mini';
import { TextField } from '../../ui/form/fields.tsx';

interface Props {
  name: string;
  label: string;
  hint: string | undefined;
  /** As it is typed. */
  value: string;
  onType: (value: string) => void;
}

/** A number that has to be there. */
export const NumberField = ({ onType, ...props }: Props) => (
  <TextField
    {...props}
    type="number"
    width={{ sm: '10rem' }}
    onChange={({ target }) => onType(target.value)}
    required
  />
);

// Browsers let "1e2" through.
const numberOf = (typed: unknown) => (typeof typed === 'string' && /^\d+$/.test(typed) ? Number(typed) : Number.NaN);

/** A schema of a whole number as it is typed: it refuses a blank one. */
export function typedNumber<O>(schema: z.core.$ZodType<O, number | null>) {
  return z.pipe(
    z.transform((typed: unknown): number | null => numberOf(typed)),
    schema,
  );
}
