import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { CalendarCheck, ListFilter, MailCheck, Send } from 'lucide-react';
import { type ReactNode, useDeferredValue, useMemo, useRef } from 'react';
import { Link } from 'react-router';
import type { LoaOnBoard } from '#shared/contract/loas.ts';
import { type BoardView, boardView } from '#shared/rules/chase/loas.ts';
import { addDays, londonParts } from '#shared/rules/london.ts';
import { sortByName } from '#shared/rules/search.ts';
import { paths } from '../../../lib/navigation/paths.ts';
import { queryClient } from '../../../lib/query/query.ts';
import { useSettled } from '../../../lib/screen/use-settled.ts';
import { formatDate, once } from '../../../lib/text/format.ts';
import { useReach } from '../../../parts/account/reach.ts';
import { ADVISER, useAddressFilter } from '../../../parts/filter/address-filter.ts';
import { AccountSelect, AdviserSelect } from '../../../parts/filter/adviser-select.tsx';
import { boardQuery, providersQuery } from '../../../parts/loa/loas.ts';
import { useSearch } from '../../../parts/use-search.ts';
import { Input, Select } from '../../../ui/eager/controls.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../../ui/eager/state.tsx';
import { MoreButton } from '../../../ui/feedback/more-button.tsx';
import { Page } from '../../../ui/layout/page.tsx';
import { Views } from '../../../ui/layout/views.tsx';
import { WorkTabs } from '../work-tabs.tsx';
import { AllProviders } from './all-providers.tsx';
import { type Directory, directoryOf, groupsOf, mainKeyOf, VIEWS } from './board.ts';
import { Letters } from './letters.tsx';

export const loader = () =>
  Promise.all([queryClient.prefetchInfiniteQuery(boardQuery()), queryClient.prefetchQuery(providersQuery)]);

const SHOW = 'show';
const PROVIDER = 'provider';

const Loading = () => (
  <Box role="status" aria-label="Loading letters...">
    <Skeletons count={1} height="10" mb="5" maxW="22rem" />
    <Skeletons count={3} height="14rem" mb="5" />
  </Box>
);

const NoLetters = () => (
  <EmptyState icon={MailCheck} title="No letters under way">
    <Text>Note a letter under “Plans & Letters” on a client’s page. It is then chased here.</Text>
    <Button asChild mt="2" size="sm" variant="outline">
      <Link to={paths.clients}>All Clients</Link>
    </Button>
  </EmptyState>
);

const weekday = once(() => new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' }));

/** Returns "Next: Aviva, on Thursday." for the next chase; undefined if none is planned. */
function nextChase(letters: readonly LoaOnBoard[], directory: Directory, today: string): string | undefined {
  const next = letters
    .filter((letter) => boardView(letter, today) === 'waiting')
    .reduce<LoaOnBoard | undefined>((a, b) => (a && (a.nextChase ?? '') <= (b.nextChase ?? '') ? a : b), undefined);
  if (!next?.nextChase) return undefined;
  const name = directory.get(mainKeyOf(next, directory))?.name ?? next.provider;
  const isSoon = next.nextChase < addDays(today, 7);
  return `Next: ${name}, on ${isSoon ? weekday().format(new Date(next.nextChase)) : formatDate(next.nextChase)}.`;
}

const EMPTY: Readonly<Record<BoardView, { icon: typeof Send; title: string; text?: string }>> = {
  today: { icon: CalendarCheck, title: 'Nothing to chase today' },
  waiting: { icon: CalendarCheck, title: 'No letters are waiting', text: 'Letters wait here until their next chase.' },
  'to-send': {
    icon: Send,
    title: 'No letters to send',
    text: 'Letters that are not sent yet or came back are listed here.',
  },
};

const NONE: readonly LoaOnBoard[] = [];

interface BoardProps {
  letters: readonly LoaOnBoard[];
  directory: Directory;
}

type Filter = ReturnType<typeof useAddressFilter>;

interface FiltersProps {
  providers: readonly { key: string; name: string }[];
  filter: Filter;
  /** Filter by adviser, shown if there are several. */
  children: ReactNode;
}

/** Filter by text, provider and adviser. All are kept in the address. */
const Filters = ({ providers, filter, children }: FiltersProps) => (
  <Flex gap="3" align="center" wrap="wrap" mb="5">
    <Box flex={{ base: '1 1 100%', sm: '0 1 22rem' }}>
      <Input
        type="search"
        aria-label="Search letters"
        placeholder="Search client or reference..."
        bg="bg.surface"
        value={filter.text}
        onChange={(event) => filter.search(event.target.value)}
      />
    </Box>
    <Select
      width={{ base: 'full', sm: '14rem' }}
      aria-label="Provider"
      value={filter.chosen(PROVIDER)}
      onChange={(event) => filter.set(PROVIDER, event.target.value)}
    >
      <option value="">All providers</option>
      {sortByName(providers, ({ name }) => name).map(({ key, name }) => (
        <option key={key} value={key} dir="auto">
          {name}
        </option>
      ))}
    </Select>
    {useReach().seesOthers && children}
  </Flex>
);

const textsOf = ({ clientName, provider, references }: LoaOnBoard) => [clientName, provider, ...references];

/** Filters letters by adviser, provider, and words in client, provider or reference. */
function useMatching({ letters, directory }: BoardProps, filter: Filter) {
  const found = useSearch(letters, useDeferredValue(filter.text), textsOf);
  const [adviser, provider] = [filter.chosen(ADVISER), filter.chosen(PROVIDER)];
  return useMemo(
    () =>
      found.filter(
        (letter) =>
          (!adviser || letter.adviserId === adviser) && (!provider || mainKeyOf(letter, directory) === provider),
      ),
    [found, adviser, provider, directory],
  );
}

const viewIn = (filter: Filter): BoardView => VIEWS.find(({ id }) => id === filter.chosen(SHOW))?.id ?? 'today';

interface ViewTabsProps {
  view: BoardView;
  filter: Filter;
  /** Number of letters of a view; undefined if it is unknown. */
  countOf: (view: BoardView) => number | string | undefined;
}

const ViewTabs = ({ view, filter, countOf }: ViewTabsProps) => (
  <Flex mb="5">
    <Views
      label="Letters"
      replace
      views={VIEWS.map(({ id, label }) => ({
        label: [label, countOf(id)].filter((part) => part !== undefined).join(' '),
        to: filter.linkTo(SHOW, id === 'today' ? '' : id),
        current: id === view,
      }))}
    />
  </Flex>
);

/** Empty view: nothing was found, or there are no letters. */
function NoneIn({
  view,
  filter,
  isFiltered,
  text,
}: {
  view: BoardView;
  filter: Filter;
  isFiltered: boolean;
  text?: string | undefined;
}) {
  if (isFiltered)
    return (
      <EmptyState icon={ListFilter} title="No letters found">
        <Button mt="2" size="sm" variant="outline" onClick={() => filter.clear(SHOW)}>
          Show All Letters
        </Button>
      </EmptyState>
    );
  const { icon, title, text: own } = EMPTY[view];
  return (
    <EmptyState icon={icon} title={title}>
      <Text>{own ?? text}</Text>
    </EmptyState>
  );
}

/** Board of which the browser has all letters. */
function Board(props: BoardProps) {
  const { letters, directory } = props;
  const filter = useAddressFilter();
  const today = londonParts(new Date()).date;
  const found = useMatching(props, filter);
  const byView = useMemo(() => Map.groupBy(found, (letter) => boardView(letter, today)), [found, today]);
  const view = viewIn(filter);
  const shown = byView.get(view) ?? NONE;
  return (
    <>
      <ViewTabs view={view} filter={filter} countOf={(id) => byView.get(id)?.length ?? 0} />
      <Filters providers={groupsOf(letters, directory)} filter={filter}>
        <AdviserSelect
          of={letters}
          other="An adviser without letters"
          value={filter.chosen(ADVISER)}
          onChoose={(id) => filter.set(ADVISER, id)}
        />
      </Filters>
      <Letters key={view} letters={shown} known={letters} view={view} directory={directory} today={today} />
      {shown.length === 0 && (
        <NoneIn
          view={view}
          filter={filter}
          isFiltered={found.length < letters.length}
          text={nextChase(letters, directory, today)}
        />
      )}
    </>
  );
}

/** Returns the keys of all spellings of a provider. */
const keysOf = (main: string, directory: Directory) => [
  main,
  ...[...directory.values()].filter(({ sameAs }) => sameAs === main).map(({ key }) => key),
];

/** Board of more letters than one page: the server filters, and each view is read by pages. */
function LargeBoard({ directory }: { directory: Directory }) {
  const filter = useAddressFilter();
  const today = londonParts(new Date()).date;
  const view = viewIn(filter);
  const q = useSettled(filter.text.trim());
  const [adviser, provider] = [filter.chosen(ADVISER), filter.chosen(PROVIDER)];
  const narrowed = {
    ...(q && { q }),
    ...(adviser && { adviser }),
    ...(provider && { providers: keysOf(provider, directory).join() }),
  };
  const list = useInfiniteQuery({
    ...boardQuery({ show: view, ...narrowed }),
    placeholderData: keepPreviousData,
  });
  const box = useRef<HTMLDivElement>(null);
  const { data, error, refetch, hasNextPage, isPlaceholderData } = list;
  const count = data && !isPlaceholderData ? `${data.length}${hasNextPage ? '+' : ''}` : undefined;
  const shown = data?.filter((letter) => boardView(letter, today) === view);
  return (
    <>
      <ViewTabs view={view} filter={filter} countOf={(id) => (id === view ? count : undefined)} />
      <Filters providers={[...directory.values()].filter(({ sameAs }) => sameAs === null)} filter={filter}>
        <AccountSelect value={adviser} onChoose={(id) => filter.set(ADVISER, id)} />
      </Filters>
      {!data &&
        (error ? <ErrorState title="The letters could not be loaded" error={error} onRetry={refetch} /> : <Loading />)}
      {shown && (
        <Box ref={box}>
          <Letters key={view} letters={shown} known={data ?? NONE} view={view} directory={directory} today={today} />
          {shown.length === 0 && !isPlaceholderData && (
            <NoneIn view={view} filter={filter} isFiltered={Object.keys(narrowed).length > 0} />
          )}
        </Box>
      )}
      {hasNextPage && !isPlaceholderData && (
        <MoreButton
          key={data?.length}
          noun="letters"
          list={list}
          next={() => box.current?.querySelector<HTMLElement>('section:last-of-type tr:last-of-type a') ?? null}
        />
      )}
    </>
  );
}

const NO_PROVIDERS: Directory = new Map();

function UnderWay() {
  const board = useInfiniteQuery(boardQuery());
  const providers = useQuery({ ...providersQuery, select: directoryOf });
  if (board.isPending || providers.isPending) return <Loading />;
  if (!board.data)
    return <ErrorState title="The letters could not be loaded" error={board.error} onRetry={board.refetch} />;
  if (board.hasNextPage) return <LargeBoard directory={providers.data ?? NO_PROVIDERS} />;
  if (board.data.length === 0) return <NoLetters />;
  // Without the directory, letters are listed without phone numbers and usual times.
  return <Board letters={board.data} directory={providers.data ?? NO_PROVIDERS} />;
}

/** Returns the letters to chase today; undefined while there may be more than were read. */
function useToChaseToday() {
  const { data, hasNextPage } = useInfiniteQuery(boardQuery());
  const today = londonParts(new Date()).date;
  return hasNextPage ? undefined : data?.filter((letter) => boardView(letter, today) === 'today');
}

export const Component = () => (
  <Page title="Providers" subtitle="Letters of authority under way, longest waiting first">
    <WorkTabs lists={{ [paths.providers]: useToChaseToday() }} />
    <section aria-label="Letters under way" tabIndex={-1}>
      <UnderWay />
    </section>
    <AllProviders />
  </Page>
);
