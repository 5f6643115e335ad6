import { Button } from '@chakra-ui/react/button';
import { Grid } from '@chakra-ui/react/grid';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, ClipboardCheck, Printer, UserX } from 'lucide-react';
import { useDeferredValue, useMemo } from 'react';
import { Link, type Params, useParams } from 'react-router';
import type { Factfind } from '#shared/contract/factfind.ts';
import { londonParts } from '#shared/rules/london.ts';
import { searchFor } from '#shared/rules/search.ts';
import { ApiError } from '../../lib/http/api.ts';
import { clientPath } from '../../lib/navigation/paths.ts';
import { queryClient } from '../../lib/query/query.ts';
import { clientQuery } from '../../parts/client/clients.ts';
import { useAddressFilter } from '../../parts/filter/address-filter.ts';
import { ListFilter } from '../../parts/filter/list-filter.tsx';
import { NoneFound, RowsLoading } from '../../parts/list/list.tsx';
import { factfindQuery, StartFactfind } from '../../parts/request/factfind.tsx';
import { requestNotice } from '../../parts/request/request-notice.ts';
import { lazyDialog } from '../../ui/eager/lazy-dialog.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../ui/eager/state.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Views } from '../../ui/layout/views.tsx';
import { DialogHost, useRowDialog } from '../../ui/overlay/dialog-host.tsx';
import { type Acts, ActsContext } from './acts.ts';
import { AnswerSection } from './answer-section.tsx';
import { asksToSend, type CollectedAsks, useCollectedAsks } from './asks.ts';
import { FactfindHead } from './factfind-head.tsx';
import {
  ANSWER_FILTERS,
  type AnswerFilter,
  matching,
  placeKey,
  type ShownSection,
  sectionsIn,
  unanswered,
} from './shown-answers.ts';

const AnswerDialog = lazyDialog(() => import('./answer-dialog.tsx'));
const AskDialog = lazyDialog(() => import('./ask-dialog.tsx'));

const SHOW = 'show';

const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404;

const isFilter = (value: string): value is AnswerFilter => Object.hasOwn(ANSWER_FILTERS, value);

/** Returns the acts on the answers; undefined once it is settled. */
function useOwnActs(
  { request: { clientId, ...request } }: Factfind,
  { texts: asks, set, remove }: CollectedAsks,
): Acts | undefined {
  const show = useRowDialog();
  const isAllowed = requestNotice('correct', request) === undefined;
  return useMemo(
    () =>
      isAllowed
        ? {
            clientId,
            answer: (place, isFilling) =>
              show((state) => <AnswerDialog clientId={clientId} place={place} isFilling={isFilling} {...state} />),
            ask: (shown) =>
              show((state) => (
                <AskDialog
                  clientId={clientId}
                  shown={shown}
                  collected={asks[placeKey(shown)]}
                  onCollect={(text) => set(placeKey(shown), text)}
                  {...state}
                />
              )),
            asks,
            removeAsk: (key) => remove({ [key]: asks[key] ?? '' }),
          }
        : undefined,
    [clientId, isAllowed, show, asks, set, remove],
  );
}

/** Sections with an answer in them, before anything is filtered. */
function Answers({ sections, wasSent }: { sections: readonly ShownSection[]; wasSent: boolean }) {
  const filter = useAddressFilter();
  const typed = useDeferredValue(filter.text);
  const chosen = filter.chosen(SHOW);
  const shown = useMemo(() => {
    const isFound = searchFor(typed);
    const { has } = isFilter(chosen) ? ANSWER_FILTERS[chosen] : { has: () => true };
    return matching(sections, (answer) => has(answer) && isFound(answer.text));
  }, [sections, typed, chosen]);
  const asked = sections.flatMap((section) => section.asked);
  const filters = Object.entries(ANSWER_FILTERS).filter(
    ([id, { has }]) => (id !== 'changed' || wasSent) && (id !== 'asked' || id === chosen || asked.some(has)),
  );
  return (
    <>
      <ListFilter label="Search answers" placeholder="Search questions and answers..." filter={filter}>
        <Views
          label="Which answers"
          replace
          views={[
            { label: 'All', to: filter.linkTo(SHOW, ''), current: !isFilter(chosen) },
            ...filters.map(([id, { label, has }]) => ({
              label: `${label} (${asked.filter(has).length})`,
              to: filter.linkTo(SHOW, id),
              current: id === chosen,
            })),
          ]}
        />
      </ListFilter>
      {shown.length === 0 && <NoneFound noun="answers" onClear={() => filter.clear('')} />}
      <Grid gap="4" templateColumns="minmax(0, 1fr)">
        {shown.map((section) => (
          <AnswerSection key={section.key} section={section} />
        ))}
      </Grid>
    </>
  );
}

function Content({ factfind }: { factfind: Factfind }) {
  const { date: today } = londonParts(new Date());
  const sections = useMemo(() => sectionsIn(factfind, today), [factfind, today]);
  const collected = useCollectedAsks(factfind.request.clientId);
  const acts = useOwnActs(factfind, collected);
  const isAny = sections.some(({ asked, dropped }) => [...asked, ...dropped].some(({ answer }) => answer));
  return (
    <ActsContext value={acts}>
      <FactfindHead
        factfind={factfind}
        left={unanswered(sections)}
        asks={acts ? asksToSend(collected.texts, sections) : []}
        onAsked={collected.remove}
      />
      {!isAny && (
        <EmptyState icon={ClipboardCheck} title="Nothing answered yet.">
          {acts && <Text>The client answers on their own page. You can fill in answers here too.</Text>}
        </EmptyState>
      )}
      {(isAny || acts) && <Answers sections={sections} wasSent={factfind.request.facts?.sentAt !== null} />}
    </ActsContext>
  );
}

const Loading = () => (
  <RowsLoading label="Loading the fact-find..." count={3} height="22rem" mb="4">
    <Skeletons count={1} height="3.5rem" mb="5" />
    <Skeletons count={1} height="2.5rem" mb="5" />
  </RowsLoading>
);

const NotStarted = ({ clientId }: { clientId: string }) => (
  <EmptyState icon={ClipboardCheck} title="No fact-find yet">
    <Text>The client answers questions about themselves and their money on their own page.</Text>
    <StartFactfind clientId={clientId} size="sm" mt="2" />
  </EmptyState>
);

const Back = ({ id }: { id: string }) => (
  <Button asChild variant="outline" colorPalette="gray">
    <Link to={clientPath(id)}>
      <ArrowLeft aria-hidden />
      Back
    </Link>
  </Button>
);

const Print = () => (
  <Button variant="outline" colorPalette="gray" onClick={() => window.print()}>
    <Printer aria-hidden />
    Print
  </Button>
);

function FactfindPage({ id }: { id: string }) {
  const client = useQuery(clientQuery(id));
  const { data, error, refetch } = useQuery(factfindQuery(id));
  if (isMissing(client.error))
    return (
      <Page title="Fact-find">
        <EmptyState icon={UserX} title="Client not found" />
      </Page>
    );
  const isNone = isMissing(error);
  const retry = () => Promise.all([refetch(), client.error && client.refetch()]);
  return (
    <Page
      title={client.data?.name ?? 'Fact-find'}
      {...(client.data && { tab: `Fact-find of ${client.data.name}` })}
      subtitle="Fact-find"
      actions={
        <span data-screen-only>
          <Grid autoFlow="column" gap="2">
            {data && !isNone && <Print />}
            <Back id={id} />
          </Grid>
        </span>
      }
    >
      <section aria-label="Fact-find" tabIndex={-1}>
        {isNone && <NotStarted clientId={id} />}
        {data && !isNone && (
          <DialogHost>
            <Content factfind={data} />
          </DialogHost>
        )}
        {!data && error && !isNone && (
          <ErrorState title="The fact-find could not be loaded" error={error} onRetry={retry} />
        )}
        {!data && !error && <Loading />}
      </section>
    </Page>
  );
}

/** Leaves out the answers: their reading is recorded, and pointing at a link runs this too. */
export const loader = ({ params: { id = '' } }: { params: Params }) => queryClient.prefetchQuery(clientQuery(id));

export function Component() {
  const { id = '' } = useParams();
  return <FactfindPage key={id} id={id} />;
}
