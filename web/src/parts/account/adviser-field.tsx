import { useQuery } from '@tanstack/react-query';
import { SelectField } from '../../ui/form/fields.tsx';
import { advisersQuery } from './advisers.ts';

/** Choice of an adviser. Without a placeholder, the browser chooses the first one. */
export function AdviserField({ hasPlaceholder = true }: { hasPlaceholder?: boolean }) {
  const { data = [], isPending } = useQuery(advisersQuery);
  const options = data.map(({ id, name }) => ({ value: id, label: name }));
  const placeholder = isPending ? 'Loading advisers...' : 'Select an adviser';
  return (
    <SelectField name="adviserId" label="Adviser" {...(hasPlaceholder && { placeholder })} options={options} required />
  );
}
