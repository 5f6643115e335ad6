import * as z from 'zod/mini';
import { TextField } from '../../ui/form/fields.tsx';

interface Props {
  name: string;
  label: string;
  hint: string | undefined;
  value: string;
  onType: (value: string) => void;
}

export const NumberField = ({ onType, ...props }: Props) => (
  <TextField
    {...props}
    type="number"
    width={{ sm: '10rem' }}
    onChange={({ target }) => onType(target.value)}
    required
  />
);

// Number fields accept "1e2".
const numberOf = (typed: unknown) => (typeof typed === 'string' && /^\d+$/.test(typed) ? Number(typed) : Number.NaN);

/** Schema of a typed whole number. Refuses a blank field. */
export function typedNumber<O>(schema: z.core.$ZodType<O, number | null>) {
  return z.pipe(
    z.transform((typed: unknown): number | null => numberOf(typed)),
    schema,
  );
}
