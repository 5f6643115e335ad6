import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Grid } from '@chakra-ui/react/grid';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { mutationOptions, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { FileDown, History, SearchX, X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { RecordLine } from '#shared/contract/firm.ts';
import { dayRefusal, typedDays } from '#shared/rules/dates.ts';
import { londonParts } from '#shared/rules/london.ts';
import { countOf } from '#shared/rules/words.ts';
import { saveFile } from '../../lib/files/save-file.ts';
import { send } from '../../lib/http/api.ts';
import { pagesAround, readPages } from '../../lib/query/pages.ts';
import { useFocusFallback } from '../../lib/screen/use-focus-fallback.ts';
import { advisersQuery } from '../../parts/account/advisers.ts';
import { AdminNavigation } from '../../parts/admin-navigation.tsx';
import { Input, Select } from '../../ui/eager/controls.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../ui/eager/state.tsx';
import { ActionButton } from '../../ui/feedback/action-button.tsx';
import { EarlierButton } from '../../ui/feedback/earlier-button.tsx';
import { dateRefusal } from '../../ui/form/date-field.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Sheet } from '../../ui/layout/sheet.tsx';
import { KINDS } from './kinds.ts';
import { RecordTable } from './record-table.tsx';

/** What of the record is shown; blank for all. Days are London's. */
const NAMES = ['actor', 'action', 'from', 'to'] as const;
type FilterName = (typeof NAMES)[number];
/** What is filtered by: only what is set. */
type Filter = Partial<Record<FilterName, string>>;

const WORD = /^[\w-]{1,50}$/;
const fits = (name: FilterName, value: string) =>
  name === 'from' || name === 'to' ? !dayRefusal(value, new Date()) : WORD.test(value);

/** The record's filter, which lives in the address; what does not fit there counts as not set. */
function useFilter() {
  const [params, setParams] = useSearchParams();
  const given = NAMES.map((name) => [name, params.get(name) ?? ''] as const);
  const filter: Filter = Object.fromEntries(given.filter(([name, value]) => fits(name, value)));
  const setFilter = (name: FilterName, value: string) => {
    const { [name]: _, ...others } = filter;
    setParams(fits(name, value) ? { ...others, [name]: value } : others, { replace: true });
  };
  return { filter, setFilter, clear: () => setParams({}, { replace: true }) };
}

/** Who acts without an account, by the ids that lines have. */
const NOBODYS = [
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
  filter: Filter;
  /** What is on the screen: it may name people whose account is gone. */
  lines: readonly RecordLine[];
  onSet: (name: FilterName, value: string) => void;
  onClear: () => void;
}

function People({ filter, lines, onSet }: Omit<Props, 'onClear'>) {
  const { data: advisers = [] } = useQuery(advisersQuery);
  const known = [...advisers, ...NOBODYS];
  const seen = new Map(lines.map(({ actorId, actorName }) => [actorId, actorName]));
  const gone = [...seen].filter(([id]) => !known.some((person) => person.id === id));
  return (
    <Labelled label="Person">
      {(id) => (
        <Select id={id} size="sm" value={filter.actor ?? ''} onChange={({ target }) => onSet('actor', target.value)}>
          <option value="">Everybody</option>
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
        {KINDS.map(({ label, actions }) => (
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

/** A day, which follows the address but for who is just typing it: half of a day is none. */
function Day({ name, label, filter, onSet }: Pick<Props, 'filter' | 'onSet'> & { name: 'from' | 'to'; label: string }) {
  const field = useRef<HTMLInputElement>(null);
  const value = filter[name] ?? '';
  const days = typedDays(new Date());
  // Years are refused only when the field is left, as each begins with a year below 10.
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

/** Picks what of the record is shown: by whom, what, between which days. */
const RecordFilter = ({ onClear, ...props }: Props) => (
  <Grid
    as="search"
    aria-label="Filter the record"
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

/** Most lines that the server gives at once. */
const EXPORTED_AT_ONCE = '1000';

/** The firm's record, newest first, a page at a time; read anew each time that somebody looks at it. */
const recordQuery = (filter: Filter) => ({
  ...readPages('GET /api/record', 'next', { query: filter }),
  gcTime: 0,
});

/** All lines behind a filter as CSV: the server's pages one after the other. */
async function exported(filter: Filter): Promise<Blob> {
  const parts: Blob[] = [];
  let query: Record<string, string> | undefined = { ...filter, limit: EXPORTED_AT_ONCE };
  while (query) {
    const response = await send('GET /api/record', { query, accept: 'text/csv' });
    parts.push(await response.blob());
    query = pagesAround(response.headers.get('link')).next;
  }
  return new Blob(parts, { type: 'text/csv' });
}

/** Saves all lines behind a filter as one file. */
const downloadRecord = mutationOptions({
  mutationFn: async (filter: Filter) => {
    saveFile(await exported(filter), `record-${londonParts(new Date()).date}.csv`);
  },
  meta: {
    success: { title: 'Record Downloaded', description: 'The export stands in the record too' },
    failure: { title: 'Download Failed', description: 'Failed to download the record' },
  },
});

function DownloadButton({ filter, onDone }: { filter: Filter; onDone: () => void }) {
  const { mutateAsync } = useMutation(downloadRecord);
  return (
    <ActionButton
      variant="outline"
      colorPalette="gray"
      onAction={() => mutateAsync(filter).then(onDone)}
      busyLabel="Preparing the file..."
    >
      <FileDown aria-hidden />
      Download as CSV
    </ActionButton>
  );
}

const NothingFound = ({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) =>
  isFiltered ? (
    <EmptyState icon={SearchX} title="Nothing in the record fits">
      <Text>Choose other days, or another person or kind.</Text>
      <Button mt="2" size="sm" variant="outline" onClick={onClear}>
        Show Everything
      </Button>
    </EmptyState>
  ) : (
    <EmptyState icon={History} title="Nothing has been recorded yet">
      <Text>Sign-ins, changes of accounts and settings, deletions and exports will be listed here.</Text>
    </EmptyState>
  );

/** Who did what in the firm, for admins: it outlives the accounts and clients that it tells of. */
export function Component() {
  const { filter, setFilter, clear } = useFilter();
  const record = useInfiniteQuery(recordQuery(filter));
  const { data: lines, error, refetch } = record;
  const list = useRef<HTMLDivElement>(null);
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <Page
      title="Record"
      subtitle="Activity across the firm, in UK time."
      actions={<DownloadButton filter={filter} onDone={refetch} />}
    >
      <AdminNavigation />
      <Sheet
        as="section"
        aria-label="Record"
        tabIndex={-1}
        outline="none"
        px={{ base: '4', md: '5' }}
        py="4"
        overflow="hidden"
      >
        <RecordFilter filter={filter} lines={lines ?? []} onSet={setFilter} onClear={clear} />
        <Text role="status" srOnly>
          {lines && `${countOf(lines.length, 'line')} shown`}
        </Text>
        <Box ref={list} mt="4">
          {lines && lines.length > 0 && <RecordTable lines={lines} />}
          {lines?.length === 0 && <NothingFound isFiltered={isFiltered} onClear={clear} />}
          {!lines && error && <ErrorState title="The record could not be loaded" error={error} onRetry={refetch} />}
          {!lines && !error && isFiltered && (
            <Text role="status" pb="3" color="fg.muted">
              Searching the record...
            </Text>
          )}
          {!lines && !error && <Skeletons count={8} height="9" mb="3" />}
        </Box>
        {record.hasNextPage && lines && (
          <Box pt="3" borderTopWidth="1px">
            <EarlierButton
              key={lines.length}
              what="lines"
              thread={record}
              onShow={record.fetchNextPage}
              next={() => list.current?.querySelector<HTMLElement>('tbody:last-of-type tr:last-of-type') ?? null}
            />
          </Box>
        )}
      </Sheet>
    </Page>
  );
}
