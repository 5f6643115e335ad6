import { useSearchParams } from 'react-router';
import { isDay } from '#shared/contract/settings.ts';

/** What of the record is shown; blank for all. Days are London's. */
const NAMES = ['actor', 'action', 'from', 'to'] as const;
/** A filter's name. */
export type FilterName = (typeof NAMES)[number];
/** What is filtered by: only what is set. */
export type Filter = Partial<Record<FilterName, string>>;

const WORD = /^[\w-]{1,50}$/;
const fits = (name: FilterName, value: string) => (name === 'from' || name === 'to' ? isDay(value) : WORD.test(value));

/** The record's filter, which lives in the address; what does not fit there counts as not set. */
export function useFilter() {
  const [params, setParams] = useSearchParams();
  const given = NAMES.map((name) => [name, params.get(name) ?? ''] as const);
  const filter: Filter = Object.fromEntries(given.filter(([name, value]) => fits(name, value)));
  const setFilter = (name: FilterName, value: string) => {
    const { [name]: _, ...others } = filter;
    setParams(fits(name, value) ? { ...others, [name]: value } : others, { replace: true });
  };
  return { filter, setFilter, clear: () => setParams({}, { replace: true }) };
}
