import { Grid } from '@chakra-ui/react/grid';
import { Text } from '@chakra-ui/react/text';
import { ClipboardCheck } from 'lucide-react';
import { useDeferredValue, useMemo } from 'react';
import type { Factfind } from '#shared/contract/factfind.ts';
import { londonParts } from '#shared/rules/london.ts';
import { searchFor } from '#shared/rules/search.ts';
import { useAddressFilter } from '../../parts/filter/address-filter.ts';
import { ListFilter } from '../../parts/filter/list-filter.tsx';
import { NoneFound } from '../../parts/list/list.tsx';
import { lazyDialog } from '../../ui/eager/lazy-dialog.tsx';
import { EmptyState } from '../../ui/eager/state.tsx';
import { Views } from '../../ui/layout/views.tsx';
import { useRowDialog } from '../../ui/overlay/dialog-host.tsx';
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
const PlanDialog = lazyDialog(() => import('../../parts/plan/plan-dialog.tsx'));

const SHOW = 'show';

const isFilter = (value: string): value is AnswerFilter => Object.hasOwn(ANSWER_FILTERS, value);

/** Returns the acts on the answers; undefined once it is settled. */
function useOwnActs(
  { request: { clientId, state } }: Factfind,
  { texts: asks, set, remove }: CollectedAsks,
): Acts | undefined {
  const show = useRowDialog();
  const isAllowed = state !== 'waived';
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
            addPlan: (given) =>
              show((state) => <PlanDialog key={given.factfindRow} clientId={clientId} given={given} {...state} />),
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

/** Head and answers of a fact-find, which load after the frame of their page. */
export default function FactfindContent({ factfind }: { factfind: Factfind }) {
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
