import { SelectField } from '../../ui/form/fields.tsx';
import { useAdvisers } from './advisers.ts';

/** Choice of an adviser. Without a placeholder, the browser chooses the first one. */
export function AdviserField({ hasPlaceholder = true }: { hasPlaceholder?: boolean }) {
  const advisers = useAdvisers();
  const options = advisers?.map(({ id, name }) => ({ value: id, label: name })) ?? [];
  const placeholder = advisers ? 'Select an adviser' : 'Loading advisers...';
  return (
    <SelectField name="adviserId" label="Adviser" {...(hasPlaceholder && { placeholder })} options={options} required />
  );
}
