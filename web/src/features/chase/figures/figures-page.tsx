import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChartNoAxesColumn } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Figures } from '#shared/contract/insight.ts';
import { FIGURE_MONTHS } from '#shared/rules/chase/figures.ts';
import { paths } from '../../../lib/navigation/paths.ts';
import { queryClient, read } from '../../../lib/query/query.ts';
import { advisersQuery } from '../../../parts/account/advisers.ts';
import { useMe } from '../../../parts/account/me.ts';
import { useAddressFilter } from '../../../parts/filter/address-filter.ts';
import { AdviserSelect } from '../../../parts/filter/adviser-select.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../../ui/eager/state.tsx';
import { Page } from '../../../ui/layout/page.tsx';
import { Sheet } from '../../../ui/layout/sheet.tsx';
import { Table, Td, Th } from '../../../ui/layout/table.tsx';
import { Views } from '../../../ui/layout/views.tsx';
import { Dash } from '../../../ui/text/dash.tsx';
import { ADVISER, ChaseTabs } from '../chase-tabs.tsx';
import { comparison, daysOr, monthOf } from './words.ts';

const MONTHS = 'months';
const [USUAL] = FIGURE_MONTHS;

type Range = (typeof FIGURE_MONTHS)[number];

const monthsIn = (text: string): Range => FIGURE_MONTHS.find((months) => months === text) ?? USUAL;

const figuresQuery = (months: Range, adviser: string) =>
  read('GET /api/insight', { query: { months, ...(adviser && { adviser }) } });

export const loader = () => queryClient.prefetchQuery(figuresQuery(USUAL, ''));

const Block = ({ title, about, children }: { title: string; about: string; children: ReactNode }) => (
  <Box as="section" aria-label={title} mb="8">
    <chakra.h2 textStyle="lg">{title}</chakra.h2>
    <Text textStyle="sm" color="fg.muted" mb="3">
      {about}
    </Text>
    <Sheet>{children}</Sheet>
  </Box>
);

/** Number of days; a dash if nothing was counted, and words if it was too little. */
const Days = ({ days, n }: { days: number | null; n: number }) =>
  n === 0 ? <Dash>None completed</Dash> : daysOr(days, n);

const Place = chakra(Link, { base: { color: 'brand.fg', textDecoration: 'underline' } });

const chaseOf = (pathname: string, params: Record<string, string>) => ({
  pathname,
  search: new URLSearchParams(params).toString(),
});

/** Bar of the median, with a thin line up to nine of ten. The numbers are in the cells beside it. */
const Bar = ({ median, ninth, most }: { median: number; ninth: number; most: number }) => (
  <Box position="relative" height="3" minW="16" aria-hidden>
    <Box
      position="absolute"
      insetY="1.5"
      left="0"
      borderTopWidth="1px"
      borderColor="fg.muted"
      width={`${(ninth / most) * 100}%`}
    />
    <Box
      position="absolute"
      insetY="0"
      left="0"
      bg="brand.solid"
      borderRadius="sm"
      width={`${(median / most) * 100}%`}
    />
  </Box>
);

function Stages({ stages, adviser }: { stages: Figures['stages']; adviser: string }) {
  const most = Math.max(1, ...stages.map(({ ninth }) => ninth ?? 0));
  return (
    <Block title="Where Time Goes" about="Days from starting a stage to completing it, nights and weekends included.">
      <Table label="Days in each stage" listBelow={44}>
        <thead>
          <tr>
            <Th>Stage</Th>
            <Th>Completed</Th>
            <Th>Half Within</Th>
            <Th>9 of 10 Within</Th>
            <Th>Before</Th>
            <Th width="20%">
              <chakra.span srOnly>Chart</chakra.span>
            </Th>
          </tr>
        </thead>
        <tbody>
          {stages.map((stage) => (
            <tr key={stage.stage}>
              <Td label="Stage">
                <Place
                  to={chaseOf(paths.chaseStuck, { q: stage.title, ...(adviser && { [ADVISER]: adviser }) })}
                  aria-label={`Stuck clients in ${stage.title}`}
                >
                  {stage.title}
                </Place>
              </Td>
              <Td label="Completed">{stage.n}</Td>
              <Td label="Half Within">
                <Days days={stage.median} n={stage.n} />
              </Td>
              <Td label="9 of 10 Within">
                <Days days={stage.ninth} n={stage.n} />
              </Td>
              <Td label="Before">{comparison(stage) ?? <Dash>Too few to compare</Dash>}</Td>
              <Td label="Chart">
                {stage.median !== null && <Bar median={stage.median} ninth={stage.ninth ?? stage.median} most={most} />}
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Block>
  );
}

const Months = ({ months }: { months: Figures['months'] }) => (
  <Block title="Through the Door" about="Clients by month, and days from adding a client to completing the journey.">
    <Table label="Clients by month" listBelow={32}>
      <thead>
        <tr>
          <Th>Month</Th>
          <Th>Added</Th>
          <Th>Completed</Th>
          <Th>Half Within</Th>
        </tr>
      </thead>
      <tbody>
        {months.toReversed().map(({ month, added, completed, median }) => (
          <tr key={month}>
            <Td label="Month">{monthOf(month)}</Td>
            <Td label="Added">{added}</Td>
            <Td label="Completed">{completed}</Td>
            <Td label="Half Within">
              <Days days={median} n={completed} />
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  </Block>
);

const Linked = ({ count, to, label }: { count: number; to: string; label: string }) =>
  count > 0 ? (
    <Place to={to} aria-label={`${count} ${label}`}>
      {count}
    </Place>
  ) : (
    0
  );

const Load = ({ people }: { people: NonNullable<Figures['people']> }) => (
  <Block title="Load" about="What each adviser has in hand now.">
    <Table label="Load of each adviser" listBelow={56}>
      <thead>
        <tr>
          <Th>Adviser</Th>
          <Th>Active</Th>
          <Th>Stuck</Th>
          <Th>Own Tasks</Th>
          <Th>Overdue</Th>
          <Th>To Review</Th>
          <Th>To Chase</Th>
          <Th>Unread</Th>
          <Th>Help</Th>
        </tr>
      </thead>
      <tbody>
        {people.map(({ adviserId, adviserName, ...person }) => {
          const at = (path: string) => `${path}?${new URLSearchParams({ [ADVISER]: adviserId })}`;
          return (
            <tr key={adviserId}>
              <Td label="Adviser">
                <span dir="auto">{adviserName}</span>
              </Td>
              <Td label="Active">{person.active}</Td>
              <Td label="Stuck">
                <Linked count={person.stuck} to={at(paths.chaseStuck)} label={`stuck clients of ${adviserName}`} />
              </Td>
              <Td label="Own Tasks">{person.open}</Td>
              <Td label="Overdue">{person.overdue}</Td>
              <Td label="To Review">
                <Linked count={person.review} to={at(paths.chase)} label={`documents to review by ${adviserName}`} />
              </Td>
              <Td label="To Chase">
                <Linked
                  count={person.chase}
                  to={at(paths.chaseProviders)}
                  label={`letters to chase by ${adviserName}`}
                />
              </Td>
              <Td label="Unread">{person.unread}</Td>
              <Td label="Help">{person.help}</Td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  </Block>
);

const hasAny = ({ stages, months }: Figures) =>
  stages.some(({ n, before }) => n + before.n > 0) || months.some(({ added, completed }) => added + completed > 0);

function Loaded({ figures, adviser }: { figures: Figures; adviser: string }) {
  return (
    <>
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
      {figures.people && <Load people={figures.people} />}
      <Text textStyle="sm" color="fg.muted">
        From the audit log. Stages that were never started, or never completed, are not counted.
      </Text>
    </>
  );
}

function AdviserFilter({ value, onChoose }: { value: string; onChoose: (id: string) => void }) {
  const { data = [] } = useQuery(advisersQuery);
  const advisers = data.map(({ id, name }) => ({ adviserId: id, adviserName: name }));
  return <AdviserSelect of={advisers} noun="figures" all="The firm" value={value} onChoose={onChoose} />;
}

function Content() {
  const filter = useAddressFilter();
  const isAdmin = useMe().role === 'admin';
  const [chosen, adviser] = [monthsIn(filter.chosen(MONTHS)), isAdmin ? filter.chosen(ADVISER) : ''];
  const { data, error, refetch } = useQuery({ ...figuresQuery(chosen, adviser), placeholderData: keepPreviousData });
  return (
    <>
      <Flex gap="3" align="center" wrap="wrap" mb="6">
        <Views
          label="Months"
          replace
          views={FIGURE_MONTHS.map((months) => ({
            label: `${months} Months`,
            to: filter.linkTo(MONTHS, months === USUAL ? '' : months),
            current: months === chosen,
          }))}
        />
        {isAdmin && <AdviserFilter value={adviser} onChoose={(id) => filter.set(ADVISER, id)} />}
      </Flex>
      {data && <Loaded figures={data} adviser={adviser} />}
      {!data && error && <ErrorState title="The figures could not be loaded" error={error} onRetry={refetch} />}
      {!data && !error && (
        <Box role="status" aria-label="Loading figures...">
          <Skeletons count={8} height="10" mb="2" />
        </Box>
      )}
    </>
  );
}

export const Component = () => (
  <Page title="Chase Figures" subtitle="How long stages take, and what is in hand">
    <ChaseTabs />
    <section aria-label="Figures" tabIndex={-1}>
      <Content />
    </section>
  </Page>
);
