import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { CalendarCheck, ListFilter, MailCheck, Send } from 'lucide-react';
import { useDeferredValue, useMemo } from 'react';
import { Link } from 'react-router';
import type { LoaOnBoard } from '#shared/contract/loas.ts';
import { addDays, londonParts } from '#shared/rules/london.ts';
import { sortByName } from '#shared/rules/search.ts';
import { paths } from '../../../lib/navigation/paths.ts';
import { queryClient } from '../../../lib/query/query.ts';
import { formatDate, once } from '../../../lib/text/format.ts';
import { useMe } from '../../../parts/account/me.ts';
import { ADVISER, useAddressFilter } from '../../../parts/filter/address-filter.ts';
import { AdviserSelect } from '../../../parts/filter/adviser-select.tsx';
import { boardQuery, providersQuery } from '../../../parts/loa/loas.ts';
import { useSearch } from '../../../parts/use-search.ts';
import { Input, Select } from '../../../ui/eager/controls.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../../ui/eager/state.tsx';
import { Page } from '../../../ui/layout/page.tsx';
import { Views } from '../../../ui/layout/views.tsx';
import { WorkTabs } from '../work-tabs.tsx';
import { AllProviders } from './all-providers.tsx';
import { type Directory, directoryOf, groupsOf, mainKeyOf, VIEWS, type ViewId, viewOf } from './board.ts';
import { Letters } from './letters.tsx';

export const loader = () =>
  Promise.all([queryClient.prefetchQuery(boardQuery), queryClient.prefetchQuery(providersQuery)]);

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
    .filter((letter) => viewOf(letter, today) === 'waiting')
    .reduce<LoaOnBoard | undefined>((a, b) => (a && (a.nextChase ?? '') <= (b.nextChase ?? '') ? a : b), undefined);
  if (!next?.nextChase) return undefined;
  const name = directory.get(mainKeyOf(next, directory))?.name ?? next.provider;
  const isSoon = next.nextChase < addDays(today, 7);
  return `Next: ${name}, on ${isSoon ? weekday().format(new Date(next.nextChase)) : formatDate(next.nextChase)}.`;
}

const EMPTY: Readonly<Record<ViewId, { icon: typeof Send; title: string; text?: string }>> = {
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

/** Filter by text, provider and, for admins, adviser. All are kept in the address. */
const Filters = ({ letters, directory, filter }: BoardProps & { filter: Filter }) => {
  const providers = sortByName(groupsOf(letters, directory), ({ name }) => name);
  return (
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
        {providers.map(({ key, name }) => (
          <option key={key} value={key} dir="auto">
            {name}
          </option>
        ))}
      </Select>
      {useMe().role === 'admin' && (
        <AdviserSelect
          of={letters}
          other="An adviser without letters"
          value={filter.chosen(ADVISER)}
          onChoose={(id) => filter.set(ADVISER, id)}
        />
      )}
    </Flex>
  );
};

const textsOf = ({ clientName, provider, steps }: LoaOnBoard) => [
  clientName,
  provider,
  ...steps.flatMap(({ ref }) => ref ?? []),
];

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

function Board(props: BoardProps) {
  const { letters, directory } = props;
  const filter = useAddressFilter();
  const today = londonParts(new Date()).date;
  const found = useMatching(props, filter);
  const byView = useMemo(() => Map.groupBy(found, (letter) => viewOf(letter, today)), [found, today]);
  const view = VIEWS.find(({ id }) => id === filter.chosen(SHOW))?.id ?? 'today';
  const shown = byView.get(view) ?? NONE;
  const { icon, title, text } = EMPTY[view];
  return (
    <>
      <Flex mb="5">
        <Views
          label="Letters"
          replace
          views={VIEWS.map(({ id, label }) => ({
            label: `${label} ${byView.get(id)?.length ?? 0}`,
            to: filter.linkTo(SHOW, id === 'today' ? '' : id),
            current: id === view,
          }))}
        />
      </Flex>
      <Filters {...props} filter={filter} />
      <Letters key={view} letters={shown} view={view} directory={directory} today={today} />
      {shown.length === 0 && found.length < letters.length && (
        <EmptyState icon={ListFilter} title="No letters found">
          <Button mt="2" size="sm" variant="outline" onClick={() => filter.clear(SHOW)}>
            Show All Letters
          </Button>
        </EmptyState>
      )}
      {shown.length === 0 && found.length === letters.length && (
        <EmptyState icon={icon} title={title}>
          <Text>{text ?? nextChase(letters, directory, today)}</Text>
        </EmptyState>
      )}
    </>
  );
}

const NO_PROVIDERS: Directory = new Map();

function UnderWay() {
  const board = useQuery(boardQuery);
  const providers = useQuery({ ...providersQuery, select: directoryOf });
  if (board.isPending || providers.isPending) return <Loading />;
  if (!board.data)
    return <ErrorState title="The letters could not be loaded" error={board.error} onRetry={board.refetch} />;
  if (board.data.length === 0) return <NoLetters />;
  // Without the directory, letters are listed without phone numbers and usual times.
  return <Board letters={board.data} directory={providers.data ?? NO_PROVIDERS} />;
}

const toChaseToday = (letters: readonly LoaOnBoard[]) => {
  const today = londonParts(new Date()).date;
  return letters.filter((letter) => viewOf(letter, today) === 'today');
};

export const Component = () => (
  <Page title="Providers" subtitle="Letters of authority under way, longest waiting first">
    <WorkTabs lists={{ [paths.providers]: useQuery({ ...boardQuery, select: toChaseToday }).data }} />
    <section aria-label="Letters under way" tabIndex={-1}>
      <UnderWay />
    </section>
    <AllProviders />
  </Page>
);
