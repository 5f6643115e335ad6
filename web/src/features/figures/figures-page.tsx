import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChartNoAxesColumn } from 'lucide-react';
import type { Figures } from '#shared/contract/figures.ts';
import { countOf } from '#shared/rules/counted-words.ts';
import { FIGURE_MONTHS } from '#shared/rules/histograms.ts';
import { sayDay } from '#shared/rules/say-date.ts';
import { paths } from '../../lib/navigation/paths.ts';
import { queryClient, read } from '../../lib/query/query.ts';
import { useAdvisers } from '../../parts/account/advisers.ts';
import { useReach } from '../../parts/account/reach.ts';
import { ADVISER, useAddressFilter } from '../../parts/filter/address-filter.ts';
import { AccountSelect } from '../../parts/filter/adviser-select.tsx';
import { Loaded, RowsLoading } from '../../parts/list/list.tsx';
import { ListPage } from '../../parts/list/list-page.tsx';
import { PaperFoot } from '../../parts/paper-foot.tsx';
import { EmptyState } from '../../ui/eager/state.tsx';
import { Table, Td, Th } from '../../ui/layout/table.tsx';
import { Views } from '../../ui/layout/views.tsx';
import { Dash } from '../../ui/text/dash.tsx';
import { Words } from '../../ui/text/words.tsx';
import { Block, FigureLink, placeAt } from './block.tsx';
import { RowChart, shareOf } from './chart.tsx';
import { LoadTable } from './load-table.tsx';
import { comparison, daysOr, monthName } from './words.ts';

const MONTHS = 'months';
/** Long enough for figures of a small firm. */
const USUAL = '12';

type Range = (typeof FIGURE_MONTHS)[number];

const monthsIn = (text: string): Range => FIGURE_MONTHS.find((months) => months === text) ?? USUAL;

const figuresQuery = (months: Range, adviser: string) =>
  read('GET /api/insight', { query: { months, ...(adviser && { adviser }) } });

export const loader = () => queryClient.prefetchQuery(figuresQuery(USUAL, ''));

/** Number of days, or the single values if they are few; a dash if nothing was counted. */
const Days = ({ days, few, n }: { days: number | null; few: readonly number[]; n: number }) =>
  n === 0 ? <Dash>None completed</Dash> : daysOr(days, few);

/** Bar of the median, with a thin line up to nine of ten, or a dot for each of few values. */
function StageChart({ stage: { median, ninth, few }, most }: { stage: Figures['stages'][number]; most: number }) {
  if (median === null)
    return (
      <RowChart label={`Each: ${daysOr(null, few)}`}>
        {[...new Set(few)].map((days) => (
          <circle key={days} cx={shareOf(days, most)} cy="50%" r="4" />
        ))}
      </RowChart>
    );
  const end = ninth ?? median;
  return (
    <RowChart label={`Half within ${countOf(median, 'day')}, 9 of 10 within ${countOf(end, 'day')}`}>
      <rect y="15%" height="70%" rx="2" width={shareOf(median, most)} />
      <line x1={shareOf(median, most)} x2={shareOf(end, most)} y1="50%" y2="50%" />
      <line x1={shareOf(end, most)} x2={shareOf(end, most)} y1="20%" y2="80%" />
    </RowChart>
  );
}

/** Hides an empty cell where rows are lists. */
const NOTHING_STACKED = { '@container (max-width: 40rem)': { '&&': { display: 'none' } } };

function Stages({ stages, adviser }: { stages: Figures['stages']; adviser: string }) {
  const most = Math.max(1, ...stages.flatMap(({ ninth, few }) => [ninth ?? 0, ...few]));
  return (
    <Block title="Where Time Goes" about="Days from starting a stage to completing it, nights and weekends included.">
      <Table label="Days in each stage" dense>
        <thead>
          <tr>
            <Th>Stage</Th>
            <Th textAlign="end">Completed</Th>
            <Th textAlign="end">Half within</Th>
            <Th textAlign="end">9 of 10 within</Th>
            <Th textAlign="end">Before</Th>
            <Th width="20%">
              <chakra.span srOnly>Chart</chakra.span>
            </Th>
          </tr>
        </thead>
        <tbody>
          {stages.map((stage) => (
            <tr key={stage.stage}>
              <Td label="Stage">
                <FigureLink
                  to={placeAt(paths.stuck, { q: stage.title, ...(adviser && { [ADVISER]: adviser }) })}
                  aria-label={`Stuck clients in ${stage.title}`}
                >
                  {stage.title}
                </FigureLink>
              </Td>
              <Td label="Completed" textAlign="end">
                {stage.n}
              </Td>
              <Td label="Half within" textAlign="end">
                <Days days={stage.median} few={stage.few} n={stage.n} />
              </Td>
              <Td label="9 of 10 within" textAlign="end">
                {stage.ninth === null ? <Dash>Too few</Dash> : daysOr(stage.ninth, [])}
              </Td>
              <Td label="Before" textAlign="end">
                {comparison(stage) ?? <Dash>Too few to compare</Dash>}
              </Td>
              <Td label="Chart" css={stage.n === 0 ? NOTHING_STACKED : undefined}>
                {stage.n > 0 && <StageChart stage={stage} most={most} />}
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Block>
  );
}

function Months({ months }: { months: Figures['months'] }) {
  const most = Math.max(1, ...months.flatMap(({ added, completed }) => [added, completed]));
  return (
    <Block
      title="Through the Door"
      about="Clients by month, and days from adding a client to completing the journey. In the chart, filled bars are added clients and outlined bars completed ones."
    >
      <Table label="Clients by month" dense listBelow={32}>
        <thead>
          <tr>
            <Th>Month</Th>
            <Th textAlign="end">Added</Th>
            <Th textAlign="end">Completed</Th>
            <Th textAlign="end">Half within</Th>
            <Th width="30%">
              <chakra.span srOnly>Chart</chakra.span>
            </Th>
          </tr>
        </thead>
        <tbody>
          {months.toReversed().map(({ month, added, completed, median, few }) => (
            <tr key={month}>
              <Td label="Month">{monthName(month)}</Td>
              <Td label="Added" textAlign="end">
                {added}
              </Td>
              <Td label="Completed" textAlign="end">
                {completed}
              </Td>
              <Td label="Half within" textAlign="end">
                <Days days={median} few={few} n={completed} />
              </Td>
              <Td label="Chart" css={added + completed === 0 ? NOTHING_STACKED : undefined}>
                {added + completed > 0 && (
                  <RowChart label={`${added} added, ${completed} completed`}>
                    <rect height="40%" width={shareOf(added, most)} />
                    <rect data-outlined y="55%" height="40%" width={shareOf(completed, most)} />
                  </RowChart>
                )}
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Block>
  );
}

const hasAny = ({ stages, months }: Figures) =>
  stages.some(({ n, before }) => n + before.n > 0) || months.some(({ added, completed }) => added + completed > 0);

/** Months of the figures, and on paper whose they are. */
function Scope({ from, to, adviser }: Pick<Figures, 'from' | 'to'> & { adviser: string }) {
  const { advisers } = useReach();
  const known = useAdvisers(adviser !== '');
  const all = advisers?.map(({ name }) => name).join(', ') ?? 'The firm';
  return (
    <Text textStyle="sm" color="fg.muted" mb="4">
      <chakra.span display="none" _print={{ display: 'inline' }}>
        <Words>{adviser ? known?.find(({ id }) => id === adviser)?.name : all}</Words>
        {', '}
      </chakra.span>
      <span>{`${sayDay(from)} to ${sayDay(to)}`}</span>
    </Text>
  );
}

function Shown({ figures, adviser }: { figures: Figures; adviser: string }) {
  return (
    <>
      <Scope {...figures} adviser={adviser} />
      {hasAny(figures) ? (
        <>
          <Stages stages={figures.stages} adviser={adviser} />
          <Months months={figures.months} />
        </>
      ) : (
        <EmptyState icon={ChartNoAxesColumn} title="No figures yet">
          They come with the first completed stages.
        </EmptyState>
      )}
      {figures.people && <LoadTable people={figures.people} at={figures.peopleAt} />}
      <Text textStyle="sm" color="fg.muted">
        From the audit log. Stages that were never started, or never completed, are not counted.
      </Text>
      <PaperFoot />
    </>
  );
}

export function Component() {
  const filter = useAddressFilter();
  const { seesOthers, advisers } = useReach();
  const wanted = filter.chosen(ADVISER);
  // Links to figures of an adviser outlive a cover.
  const adviser = !advisers || advisers.some(({ id }) => id === wanted) ? wanted : '';
  const chosen = monthsIn(filter.chosen(MONTHS));
  const query = useQuery({ ...figuresQuery(chosen, adviser), placeholderData: keepPreviousData });
  return (
    <ListPage title="Figures" subtitle="How long stages take, and what is in hand" label="Figures">
      <Flex gap="3" align="center" wrap="wrap" mb="6" data-screen-only>
        <Views
          label="Months"
          replace
          views={FIGURE_MONTHS.map((months) => ({
            label: `${months} Months`,
            to: filter.linkTo(MONTHS, months === USUAL ? '' : months),
            current: months === chosen,
          }))}
        />
        {seesOthers && (
          <AccountSelect
            all={advisers ? 'Everyone you work with' : 'The firm'}
            value={adviser}
            onChoose={(id) => filter.set(ADVISER, id)}
          />
        )}
      </Flex>
      <Loaded
        list={query}
        data={query.data}
        failure="The figures could not be loaded"
        loading={<RowsLoading label="Loading figures..." count={8} height="10" mb="2" />}
      >
        {(figures) => <Shown figures={figures} adviser={adviser} />}
      </Loaded>
    </ListPage>
  );
}
