import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { CalendarCheck, MailCheck, Send } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'react-router';
import type { LoaOnBoard } from '#shared/contract/loas.ts';
import { type BoardView, boardView } from '#shared/rules/loas.ts';
import { addDays, londonParts } from '#shared/rules/london.ts';
import { sayDay, sayWeekday } from '#shared/rules/say-date.ts';
import { sortByName } from '#shared/rules/search.ts';
import { paths } from '../../../lib/navigation/paths.ts';
import { queryClient } from '../../../lib/query/query.ts';
import { useSettled } from '../../../lib/screen/use-settled.ts';
import { ADVISER, type AddressFilter, useAddressFilter } from '../../../parts/filter/address-filter.ts';
import { AdviserFilter, ListFilter, useMatching } from '../../../parts/filter/list-filter.tsx';
import { List, NoneFound, RowsLoading } from '../../../parts/list/list.tsx';
import { ListPage } from '../../../parts/list/list-page.tsx';
import { usePages } from '../../../parts/list/use-pages.ts';
import { boardQuery, providersQuery } from '../../../parts/loa/loas.ts';
import { Select } from '../../../ui/eager/controls.tsx';
import { EmptyState, Skeletons } from '../../../ui/eager/state.tsx';
import { Views } from '../../../ui/layout/views.tsx';
import { WorkTabs } from '../work-tabs.tsx';
import { AllProviders } from './all-providers.tsx';
import { type Directory, directoryOf, groupsOf, LETTER_VIEWS, mainKeyOf } from './board.ts';
import { Letters } from './letters.tsx';

export const loader = () =>
  Promise.all([queryClient.prefetchInfiniteQuery(boardQuery()), queryClient.prefetchQuery(providersQuery)]);

const SHOW = 'show';
const PROVIDER = 'provider';

const NoLetters = () => (
  <EmptyState icon={MailCheck} title="No letters under way">
    <Text>Note a letter under “Plans & Letters” on a client’s page. It is then chased here.</Text>
    <Button asChild mt="2" size="sm" variant="outline">
      <Link to={paths.clients}>All Clients</Link>
    </Button>
  </EmptyState>
);

/** Returns "Next: Aviva, on Thursday." for the next chase; undefined if none is planned. */
function nextChase(letters: readonly LoaOnBoard[], directory: Directory, today: string): string | undefined {
  const next = letters
    .filter((letter) => boardView(letter, today) === 'waiting')
    .reduce<LoaOnBoard | undefined>((a, b) => (a && (a.nextChase ?? '') <= (b.nextChase ?? '') ? a : b), undefined);
  if (!next?.nextChase) return undefined;
  const name = directory.get(mainKeyOf(next, directory))?.name ?? next.provider;
  const isSoon = next.nextChase < addDays(today, 7);
  return `Next: ${name}, on ${isSoon ? sayWeekday(next.nextChase) : sayDay(next.nextChase)}.`;
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

const textsOf = ({ clientName, provider, references }: LoaOnBoard) => [clientName, provider, ...references];

/** Returns the keys of all spellings of a provider. */
const keysOf = (main: string, directory: Directory) => [
  main,
  ...[...directory.values()].filter(({ sameAs }) => sameAs === main).map(({ key }) => key),
];

const viewIn = (filter: AddressFilter): BoardView =>
  LETTER_VIEWS.find(({ id }) => id === filter.chosen(SHOW))?.id ?? 'today';

/** Reads the letters of the view that match the filter in the address. */
function useBoard(directory: Directory) {
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
  const { list, isPart, all } = usePages(boardQuery(), boardQuery({ show: view, ...narrowed }));
  const matching = useMatching(all ?? NONE, filter, textsOf);
  const found = useMemo(
    () => (provider ? matching.filter((letter) => mainKeyOf(letter, directory) === provider) : matching),
    [matching, provider, directory],
  );
  const byView = useMemo(
    () => Map.groupBy(isPart ? (list.data ?? NONE) : found, (letter) => boardView(letter, today)),
    [isPart, list.data, found, today],
  );
  const isRead = list.data !== undefined && !list.isPlaceholderData;
  const countOf = (id: BoardView) => {
    if (!isPart) return byView.get(id)?.length ?? 0;
    return id === view && isRead ? `${list.data?.length}${list.hasNextPage ? '+' : ''}` : undefined;
  };
  const isFiltered = isPart ? Object.keys(narrowed).length > 0 : found.length < (all?.length ?? 0);
  return { filter, today, view, list, isPart, all, rows: list.data && (byView.get(view) ?? NONE), countOf, isFiltered };
}

interface ToolsProps extends Pick<ReturnType<typeof useBoard>, 'filter' | 'view' | 'countOf' | 'all'> {
  directory: Directory;
}

/** Views, and filters by text, provider and adviser. All are kept in the address. */
function Tools({ filter, view, countOf, all, directory }: ToolsProps) {
  const providers: readonly { key: string; name: string }[] = all
    ? groupsOf(all, directory)
    : [...directory.values()].filter(({ sameAs }) => sameAs === null);
  return (
    <>
      <Flex mb="5">
        <Views
          label="Letters"
          replace
          views={LETTER_VIEWS.map(({ id, label }) => ({
            label: [label, countOf(id)].filter((part) => part !== undefined).join(' '),
            to: filter.linkTo(SHOW, id === 'today' ? '' : id),
            current: id === view,
          }))}
        />
      </Flex>
      <ListFilter label="Search letters" placeholder="Search client or reference..." filter={filter}>
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
        <AdviserFilter of={all} other="An adviser without letters" filter={filter} />
      </ListFilter>
    </>
  );
}

interface NoneInProps extends Pick<ReturnType<typeof useBoard>, 'view' | 'all' | 'today'> {
  directory: Directory;
}

function NoneIn({ view, all, directory, today }: NoneInProps) {
  const { icon, title, text } = EMPTY[view];
  return (
    <EmptyState icon={icon} title={title}>
      <Text>{text ?? (all && nextChase(all, directory, today))}</Text>
    </EmptyState>
  );
}

const NO_PROVIDERS: Directory = new Map();

export function Component() {
  const providers = useQuery({ ...providersQuery, select: directoryOf });
  // Without the directory, letters are listed without phone numbers and usual times.
  const directory = providers.data ?? NO_PROVIDERS;
  const { filter, today, view, list, isPart, all, rows, countOf, isFiltered } = useBoard(directory);
  const isReady = !providers.isPending;
  return (
    <ListPage
      title="Providers"
      subtitle="Letters of authority under way, longest waiting first"
      tabs={<WorkTabs lists={{ [paths.providers]: all?.filter((letter) => boardView(letter, today) === 'today') }} />}
      label="Letters under way"
      after={<AllProviders />}
    >
      <List
        list={list}
        rows={isReady ? rows : undefined}
        noun="letters"
        failure="The letters could not be loaded"
        loading={
          <RowsLoading label="Loading letters..." count={3} height="14rem" mb="5">
            <Skeletons count={1} height="10" mb="5" maxW="22rem" />
          </RowsLoading>
        }
        nothing={isReady && all?.length === 0 && <NoLetters />}
        tools={isReady && (all || isPart) && <Tools {...{ filter, view, countOf, all, directory }} />}
        noneFound={
          isFiltered ? (
            <NoneFound noun="letters" onClear={() => filter.clear(SHOW)} />
          ) : (
            <NoneIn view={view} all={all} directory={directory} today={today} />
          )
        }
      >
        {(letters) => (
          <Letters
            key={view}
            letters={letters}
            known={list.data ?? NONE}
            view={view}
            directory={directory}
            today={today}
          />
        )}
      </List>
    </ListPage>
  );
}
