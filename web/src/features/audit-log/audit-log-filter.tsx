import { Button } from '@chakra-ui/react/button';
import { Grid } from '@chakra-ui/react/grid';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { FirmAuditEntry } from '#shared/contract/firm.ts';
import { dayRefusal, typedDays } from '#shared/rules/dates.ts';
import { useFocusFallback } from '../../lib/screen/use-focus-fallback.ts';
import { advisersQuery } from '../../parts/account/advisers.ts';
import { currentParams } from '../../parts/filter/address-filter.ts';
import { Input, Select } from '../../ui/eager/controls.tsx';
import { dateRefusal } from '../../ui/form/date-field.tsx';
import { ACTION_KINDS } from './kinds.ts';

/** Query parameters of the filter. Days are in London time. */
const NAMES = ['actor', 'action', 'from', 'to'] as const;
type FilterName = (typeof NAMES)[number];
export type AuditLogQuery = Partial<Record<FilterName, string>>;

const WORD = /^[\w-]{1,50}$/;
const fits = (name: FilterName, value: string) =>
  name === 'from' || name === 'to' ? !dayRefusal(value, new Date()) : WORD.test(value);

function filterIn(params: URLSearchParams): AuditLogQuery {
  const given = NAMES.map((name) => [name, params.get(name) ?? ''] as const);
  return Object.fromEntries(given.filter(([name, value]) => fits(name, value)));
}

/** Reads and sets the filter in the address; invalid values count as unset. */
export function useFilter() {
  const [params, setParams] = useSearchParams();
  const setFilter = (name: FilterName, value: string) => {
    const { [name]: _, ...others } = filterIn(currentParams());
    setParams(fits(name, value) ? { ...others, [name]: value } : others, { replace: true });
  };
  return { filter: filterIn(params), setFilter, clear: () => setParams({}, { replace: true }) };
}

/** Actors without an account, by the ids in audit entries. */
const ACTORS_WITHOUT_ACCOUNT = [
  { id: 'operator', name: 'Operator' },
  { id: 'system', name: 'System' },
];

function Labelled({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div>
      <chakra.label htmlFor={id} textStyle="sm" fontWeight="medium" display="block" mb="1">
        {label}
      </chakra.label>
      {children(id)}
    </div>
  );
}

interface Props {
  filter: AuditLogQuery;
  /** Entries on screen, which may name people whose accounts were deleted. */
  entries: readonly FirmAuditEntry[];
  onSet: (name: FilterName, value: string) => void;
  onClear: () => void;
}

function People({ filter, entries, onSet }: Omit<Props, 'onClear'>) {
  const { data: advisers = [] } = useQuery(advisersQuery);
  const known = [...advisers, ...ACTORS_WITHOUT_ACCOUNT];
  const seen = new Map(entries.map(({ actorId, actorName }) => [actorId, actorName]));
  const gone = [...seen].filter(([id]) => !known.some((person) => person.id === id));
  return (
    <Labelled label="Person">
      {(id) => (
        <Select id={id} size="sm" value={filter.actor ?? ''} onChange={({ target }) => onSet('actor', target.value)}>
          <option value="">Everyone</option>
          {known.map((person) => (
            <option key={person.id} value={person.id} dir="auto">
              {person.name}
            </option>
          ))}
          {gone.length > 0 && (
            <optgroup label="Account deleted">
              {gone.map(([actor, name]) => (
                <option key={actor} value={actor} dir="auto">
                  {name}
                </option>
              ))}
            </optgroup>
          )}
        </Select>
      )}
    </Labelled>
  );
}

const Kinds = ({ filter, onSet }: Pick<Props, 'filter' | 'onSet'>) => (
  <Labelled label="Kind">
    {(id) => (
      <Select id={id} size="sm" value={filter.action ?? ''} onChange={({ target }) => onSet('action', target.value)}>
        <option value="">Everything</option>
        {ACTION_KINDS.map(({ label, actions }) => (
          <optgroup key={label} label={label}>
            {actions.map(([action, name]) => (
              <option key={action} value={action}>
                {name}
              </option>
            ))}
          </optgroup>
        ))}
      </Select>
    )}
  </Labelled>
);

/** Date field that follows the address unless it has the focus, as half a date is no value. */
function Day({ name, label, filter, onSet }: Pick<Props, 'filter' | 'onSet'> & { name: 'from' | 'to'; label: string }) {
  const field = useRef<HTMLInputElement>(null);
  const value = filter[name] ?? '';
  const days = typedDays(new Date());
  // Refused only on blur, as every year begins with a year below 10 while being typed.
  const [refusal, setRefusal] = useState<string>();
  useEffect(() => {
    if (field.current && field.current !== document.activeElement) field.current.value = value;
  }, [value]);
  return (
    <Labelled label={label}>
      {(id) => (
        <>
          <Input
            ref={field}
            id={id}
            type="date"
            size="sm"
            defaultValue={value}
            min={(name === 'to' && filter.from) || days.min}
            max={(name === 'from' && filter.to) || days.max}
            aria-invalid={refusal !== undefined || undefined}
            aria-describedby={`${id}-refusal`}
            onChange={({ target }) => {
              setRefusal(undefined);
              onSet(name, target.value);
            }}
            onBlur={({ target }) => setRefusal(dateRefusal(target))}
          />
          <Text id={`${id}-refusal`} role="status" textStyle="xs" color="fg.error">
            {refusal}
          </Text>
        </>
      )}
    </Labelled>
  );
}

const Clear = ({ onClear }: Pick<Props, 'onClear'>) => (
  <Button ref={useFocusFallback()} size="sm" variant="ghost" colorPalette="gray" alignSelf="end" onClick={onClear}>
    <X aria-hidden />
    Clear Filters
  </Button>
);

export const AuditLogFilter = ({ onClear, ...props }: Props) => (
  <Grid
    as="search"
    aria-label="Filter the audit log"
    templateColumns={{
      base: 'repeat(2, minmax(0, 1fr))',
      md: 'repeat(4, minmax(0, 1fr))',
      xl: '14rem 16rem 10rem 10rem auto',
    }}
    justifyContent="start"
    alignItems="start"
    gap="3"
  >
    <People {...props} />
    <Kinds {...props} />
    <Day name="from" label="From" {...props} />
    <Day name="to" label="To" {...props} />
    {Object.keys(props.filter).length > 0 && <Clear onClear={onClear} />}
  </Grid>
);
