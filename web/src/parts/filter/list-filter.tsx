import { useReach } from '../account/reach.ts';
import { ADVISER, type Filter } from './address-filter.ts';
import { AccountSelect, AdviserSelect, type OfAdviser } from './adviser-select.tsx';

interface AdviserProps {
  /** Rows whose advisers are offered; undefined for all accounts. */
  of: readonly OfAdviser[] | undefined;
  /** Name of a chosen adviser who has none of the rows. */
  other: string;
  filter: Filter;
}

/** Filter by adviser, for those who see several advisers' rows. */
export function AdviserFilter({ of, other, filter }: AdviserProps) {
  const choice = { value: filter.chosen(ADVISER), onChoose: (id: string) => filter.set(ADVISER, id) };
  if (!useReach().seesOthers) return null;
  return of ? <AdviserSelect of={of} other={other} {...choice} /> : <AccountSelect {...choice} />;
}
