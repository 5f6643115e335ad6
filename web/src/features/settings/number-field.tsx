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
