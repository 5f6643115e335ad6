import { sortByName } from '#shared/rules/search.ts';
import { Select } from '../../ui/eager/controls.tsx';
import { useMe } from '../account/me.ts';

interface OfAdviser {
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
  /** Plural name of the items. */
  noun: string;
  /** Name of the choice of all advisers. */
  all?: string;
  /** Id of an adviser; blank for all. */
  value: string;
  onChoose: (id: string) => void;
}

/** Filter of a list by adviser. Offers those who have an item in it. */
export function AdviserSelect({ of, noun, all = 'All advisers', value, onChoose }: Props) {
  const advisers = advisersOf(of, useMe().id);
  const isKnown = advisers.some(([adviserId]) => adviserId === value);
  return (
    <Select
      width={{ base: 'full', sm: '14rem' }}
      aria-label="Adviser"
      value={value}
      onChange={(event) => onChoose(event.target.value)}
    >
      <option value="">{all}</option>
      {value && !isKnown && <option value={value}>{`An adviser without ${noun}`}</option>}
      {advisers.map(([adviserId, name]) => (
        <option key={adviserId} value={adviserId} dir="auto">
          {name}
        </option>
      ))}
    </Select>
  );
}
