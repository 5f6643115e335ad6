import { sortByName } from '#shared/rules/search.ts';
import { Select, type SelectProps } from '../../ui/eager/controls.tsx';
import { useAdvisers } from '../account/advisers.ts';
import { useMe } from '../account/me.ts';
import { useReach } from '../account/reach.ts';

export interface OfAdviser {
  adviserId: string;
  adviserName: string;
}

/** Returns the advisers of the items by name, the user first. */
function advisersOf(items: readonly OfAdviser[], own: string) {
  const names = new Map(items.map(({ adviserId, adviserName }) => [adviserId, adviserName]));
  names.delete(own);
  return [[own, 'My clients'] as const, ...sortByName([...names], ([, name]) => name)];
}

interface Props {
  of: readonly OfAdviser[];
  /** Name of a chosen adviser who is not offered. */
  other: string;
  /** Name of the choice of all advisers. */
  all?: string;
  /** Id of an adviser; blank for all. */
  value: string;
  onChoose: (id: string) => void;
  size?: 'sm' | 'md';
  width?: SelectProps['width'];
}

const WIDTH = { base: 'full', sm: '14rem' };

/** Filter of a list by adviser. Offers those who have an item in it. */
export function AdviserSelect({ of, other, all = 'All advisers', value, onChoose, size, width = WIDTH }: Props) {
  const advisers = advisersOf(of, useMe().id);
  const isKnown = advisers.some(([adviserId]) => adviserId === value);
  return (
    <Select
      width={width}
      size={size}
      aria-label="Adviser"
      value={value}
      onChange={(event) => onChoose(event.target.value)}
    >
      <option value="">{all}</option>
      {value && !isKnown && <option value={value}>{other}</option>}
      {advisers.map(([adviserId, name]) => (
        <option key={adviserId} value={adviserId} dir="auto">
          {name}
        </option>
      ))}
    </Select>
  );
}

/** Filter by any adviser whose clients the user sees. Names the choice of another, who may have left. */
export function AccountSelect(props: Omit<Props, 'of' | 'other'>) {
  const advisers = useAdvisers();
  const of = advisers?.map(({ id, name }) => ({ adviserId: id, adviserName: name })) ?? [];
  const unknown = useReach().isAdmin ? 'Adviser who left' : 'Another adviser';
  return <AdviserSelect {...props} of={of} other={advisers ? unknown : 'Loading advisers...'} />;
}
