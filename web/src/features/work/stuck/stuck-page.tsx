import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { Route } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { Link } from 'react-router';
import type { StuckClient } from '#shared/contract/stuck.ts';
import { isLargeFirm } from '#shared/rules/client-load.ts';
import { countOf } from '#shared/rules/counted-words.ts';
import { londonParts } from '#shared/rules/london.ts';
import { sayDay } from '#shared/rules/say-date.ts';
import { MOST_STUCK } from '#shared/rules/stuck.ts';
import { paths } from '../../../lib/navigation/paths.ts';
import { usePlaceState } from '../../../lib/navigation/place-state.ts';
import { queryClient, read } from '../../../lib/query/query.ts';
import { meQuery } from '../../../parts/account/me.ts';
import { useReach } from '../../../parts/account/reach.ts';
import { readStats, useIsLargeFirm } from '../../../parts/client/clients.ts';
import { ADVISER, type AddressFilter, currentParams, useAddressFilter } from '../../../parts/filter/address-filter.ts';
import { AdviserFilter, ListFilter, useMatching } from '../../../parts/filter/list-filter.tsx';
import { ShowMore } from '../../../parts/filter/show-more.tsx';
import { List, NoneFound, RowsLoading } from '../../../parts/list/list.tsx';
import { ListPage } from '../../../parts/list/list-page.tsx';
import { settingsQuery } from '../../../parts/settings.ts';
import { Select } from '../../../ui/eager/controls.tsx';
import { EmptyState } from '../../../ui/eager/state.tsx';
import { EDGE } from '../../../ui/layout/edge.ts';
import { Sheet } from '../../../ui/layout/sheet.tsx';
import { Table, Th } from '../../../ui/layout/table.tsx';
import { Views } from '../../../ui/layout/views.tsx';
import { WorkTabs } from '../work-tabs.tsx';
import { Advisers, loadQuery } from './advisers.tsx';
import { isIn, SORTS, STUCK_VIEWS, sorted } from './rows.ts';
import { STUCK_ROW_WIDTH, StuckRow } from './stuck-row.tsx';

const stuckQuery = (adviser?: string) => read('GET /api/insight/stuck', adviser ? { query: { adviser } } : {});

/** Loads what is shown first: for admins of a large firm advisers, or the clients of the chosen one. */
async function loadClients() {
  const [{ role }, stats] = await Promise.all([queryClient.ensureQueryData(meQuery), readStats()]);
  const isLarge = role === 'admin' && stats && isLargeFirm(stats);
  if (!isLarge) return queryClient.prefetchQuery(stuckQuery());
  const adviser = currentParams().get(ADVISER);
  return adviser ? queryClient.prefetchQuery(stuckQuery(adviser)) : queryClient.prefetchQuery(loadQuery);
}

export const loader = () => Promise.all([loadClients(), queryClient.prefetchQuery(settingsQuery)]);

const SHOW = 'show';
const SORT = 'sort';

/** Firm's numbers; undefined until the settings are read. */
const useRules = () => useQuery({ ...settingsQuery, select: ({ insight }) => insight }).data;

const SettingsLink = chakra(Link, { base: { color: 'brand.fg', textDecoration: 'underline' } });

function NobodyStuck() {
  const rules = useRules();
  return (
    <EmptyState icon={Route} title="Nothing stands still">
      {rules && (
        <Text>
          {`No journey has been in a stage for more than ${rules.stuckAfter} working days, or quiet for more than ${rules.quietAfter}.`}
        </Text>
      )}
      {useReach().isAdmin && <SettingsLink to={`${paths.settings}#insight`}>Change the Numbers</SettingsLink>}
    </EmptyState>
  );
}

function Note() {
  const rules = useRules();
  const { isAdmin } = useReach();
  if (!rules) return null;
  return (
    <Text textStyle="sm" color="fg.muted" mt="4">
      <span>{`Listed after ${rules.stuckAfter} working days in a stage or ${rules.quietAfter} without a change.`}</span>
      {isAdmin && (
        <span data-screen-only>
          {' '}
          <SettingsLink to={`${paths.settings}#insight`}>Change the Numbers</SettingsLink>
        </span>
      )}
    </Text>
  );
}

const PAGE = 50;
/** Rows that fill the first screen; the rest is rendered deferred. */
const FIRST = 10;

/** Indents the first column as other sheets do. The sheet's border replaces the rule above the first row. */
const ALIGNED = {
  '& table': { marginTop: '-1px' },
  '& :is(th, td):first-of-type': { paddingInlineStart: { base: EDGE, md: '5' } },
  '& :is(th, td):nth-of-type(4)': { paddingInlineEnd: '5' },
};

interface TableProps {
  clients: readonly StuckClient[];
  /** Renders the whole page of rows at first, so that Back finds the same page height. */
  isWhole: boolean;
}

function StuckTable({ clients, isWhole }: TableProps) {
  const [shown, setShown] = usePlaceState('shown', PAGE);
  const drawn = useDeferredValue(shown, isWhole ? shown : FIRST);
  return (
    <>
      <Sheet overflow="hidden" css={ALIGNED}>
        <Table label="Stuck clients" dense fixed listBelow={STUCK_ROW_WIDTH}>
          <thead>
            <tr>
              <Th width="19%">Client</Th>
              <Th width="12%">Stage</Th>
              <Th width="5rem" textAlign="end">
                Working days in stage
              </Th>
              <Th width="6rem" textAlign="end">
                Quiet working days
              </Th>
              <Th width="7.5rem">Waiting for</Th>
              <Th>Reason</Th>
              <Th width="13rem" data-screen-only>
                Next step
              </Th>
              <Th width="3.5rem" data-screen-only>
                <chakra.span srOnly>More</chakra.span>
              </Th>
            </tr>
          </thead>
          <tbody>
            {clients.slice(0, drawn).map((client) => (
              <StuckRow key={client.clientId} client={client} />
            ))}
          </tbody>
        </Table>
      </Sheet>
      {drawn >= PAGE && <ShowMore page={PAGE} shown={shown} count={clients.length} onShow={setShown} />}
    </>
  );
}

interface ToolsProps extends ReturnType<typeof useShown> {
  clients: readonly StuckClient[];
  filter: AddressFilter;
  /** Set if the firm has more stuck clients than its list. */
  isCut: boolean;
}

/** Tabs, search, adviser and order. All are kept in the address. */
function Tools({ clients, filter, isCut, shown, view, numberOf }: ToolsProps) {
  const { seesOthers } = useReach();
  return (
    <>
      <Flex mb="5">
        <Views
          label="Waiting for"
          replace
          views={STUCK_VIEWS.map(({ id, label, ofFirm }) => ({
            label: `${seesOthers ? ofFirm : label} ${numberOf(id)}`,
            to: filter.linkTo(SHOW, id),
            current: id === view,
          }))}
        />
      </Flex>
      <ListFilter label="Search stuck clients" placeholder="Search client, stage or reason..." filter={filter}>
        <AdviserFilter of={isCut ? undefined : clients} other="An adviser without stuck clients" filter={filter} />
        <Select
          width={{ base: 'full', sm: '12rem' }}
          aria-label="Sort by"
          value={filter.chosen(SORT)}
          onChange={(event) => filter.set(SORT, event.target.value)}
        >
          {SORTS.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </Select>
      </ListFilter>
      {isCut && !filter.chosen(ADVISER) && (
        <Text mb="4">The 1,000 clients who are quiet longest. Choose an adviser to see the others.</Text>
      )}
      <Text display="none" _print={{ display: 'block' }} mb="4">
        {`${countOf(shown.length, 'client')} on ${sayDay(londonParts(new Date()).date)}`}
      </Text>
    </>
  );
}

const textsOf = ({ clientName, stage, text }: StuckClient) => [clientName, stage, text];

/** Filters clients by adviser and words, and counts them by whom they wait for. */
function useShown(clients: readonly StuckClient[], filter: AddressFilter) {
  const found = useMatching(clients, filter, textsOf);
  const sort = filter.chosen(SORT);
  const view = STUCK_VIEWS.find(({ id }) => id === filter.chosen(SHOW))?.id ?? '';
  const shown = useMemo(
    () => sorted(view ? found.filter((client) => isIn(client, view)) : found, sort),
    [found, view, sort],
  );
  const numberOf = (id: string) => (id ? found.filter((client) => isIn(client, id)).length : found.length);
  return { shown, view, numberOf };
}

/** Reads the clients of the firm, or of the chosen adviser if it has too many. */
function useStuck() {
  const adviser = useAddressFilter().chosen(ADVISER);
  const isLarge = useIsLargeFirm();
  const whole = useQuery({ ...stuckQuery(), enabled: isLarge === false });
  const isCut = isLarge === true || whole.data?.length === MOST_STUCK;
  const isOfAdviser = isCut && adviser !== '';
  const ofAdviser = useQuery({ ...stuckQuery(adviser), enabled: isOfAdviser });
  return { ...(isOfAdviser ? ofAdviser : whole), isCut, isOfAdviser, hasAdvisers: isLarge === true && !isOfAdviser };
}

const NONE: readonly StuckClient[] = [];

function Stuck({ read }: { read: ReturnType<typeof useStuck> }) {
  const { data, isCut, isOfAdviser } = read;
  const [wasRead] = useState(data !== undefined);
  const filter = useAddressFilter();
  const listed = useShown(data ?? NONE, filter);
  const isNone = data?.length === 0 && !isOfAdviser;
  return (
    <>
      <List
        list={read}
        rows={data && listed.shown}
        noun="clients"
        failure="The list could not be loaded"
        loading={<RowsLoading label="Loading clients..." count={8} height="14" mb="2" />}
        nothing={isNone && <NobodyStuck />}
        tools={data && <Tools clients={data} filter={filter} isCut={isCut} {...listed} />}
        noneFound={<NoneFound noun="clients" onClear={() => filter.clear('')} />}
      >
        {(clients) => clients.length > 0 && <StuckTable clients={clients} isWhole={wasRead} />}
      </List>
      {data && !isNone && <Note />}
    </>
  );
}

export function Component() {
  const found = useStuck();
  return (
    <ListPage
      title="Stuck Clients"
      subtitle="Clients whose journey does not move, the longest quiet first"
      tabs={<WorkTabs lists={{ [paths.stuck]: found.data }} />}
      label="Stuck clients"
    >
      {found.hasAdvisers ? <Advisers /> : <Stuck read={found} />}
    </ListPage>
  );
}
