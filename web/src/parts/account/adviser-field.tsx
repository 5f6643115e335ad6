import { useQuery } from '@tanstack/react-query';
import { SelectField } from '../../ui/form/fields.tsx';
import { advisersQuery } from './advisers.ts';

export function AdviserField() {
  const { data = [], isPending } = useQuery(advisersQuery);
  const options = data.map(({ id, name }) => ({ value: id, label: name }));
  const placeholder = isPending ? 'Loading advisers...' : 'Select an adviser';
  return <SelectField name="adviserId" label="Adviser" placeholder={placeholder} options={options} required />;
}
