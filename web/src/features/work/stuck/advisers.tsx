import { Box } from '@chakra-ui/react/box';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Figures } from '#shared/contract/figures.ts';
import { read } from '../../../lib/query/query.ts';
import { sayCounted } from '../../../lib/text/format.ts';
import { ADVISER, useAddressFilter } from '../../../parts/filter/address-filter.ts';
import { AdviserSelect } from '../../../parts/filter/adviser-select.tsx';
import { Loaded, RowsLoading } from '../../../parts/list/list.tsx';
import { Sheet } from '../../../ui/layout/sheet.tsx';
import { Table, Td, Th } from '../../../ui/layout/table.tsx';
import { Dash } from '../../../ui/text/dash.tsx';

/** Fewest months, as only the load of advisers is shown. */
export const loadQuery = read('GET /api/insight', { query: { months: '3' } });

const AdviserLink = chakra(Link, { base: { color: 'brand.fg', textDecoration: 'underline' } });

function Load({ people, at }: { people: NonNullable<Figures['people']>; at: Figures['peopleAt'] }) {
  const filter = useAddressFilter();
  const sorted = people.toSorted((a, b) => (b.stuck ?? -1) - (a.stuck ?? -1));
  return (
    <>
      <Box mb="5" data-screen-only>
        <AdviserSelect
          of={sorted}
          other=""
          all="Choose an adviser"
          value=""
          onChoose={(id) => filter.set(ADVISER, id)}
        />
      </Box>
      <Text mb="4">{`Your firm has too many clients for one list. Choose an adviser. ${sayCounted(at, new Date())}`}</Text>
      <Sheet overflow="hidden" css={{ '& table': { marginTop: '-1px' } }}>
        <Table label="Stuck clients of each adviser" listBelow={0}>
          <thead>
            <tr>
              <Th>Adviser</Th>
              <Th textAlign="end">Active</Th>
              <Th textAlign="end">Stuck</Th>
            </tr>
          </thead>
          <tbody>
            {sorted.map(({ adviserId, adviserName, active, stuck }) => (
              <tr key={adviserId}>
                <Td label="Adviser">
                  <AdviserLink to={filter.linkTo(ADVISER, adviserId)} dir="auto" data-row-link>
                    {adviserName}
                  </AdviserLink>
                </Td>
                <Td label="Active" textAlign="end">
                  {active ?? <Dash>Not counted yet</Dash>}
                </Td>
                <Td label="Stuck" textAlign="end">
                  {stuck ?? <Dash>Not counted yet</Dash>}
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
      </Sheet>
    </>
  );
}

/** Advisers of a large firm with their number of stuck clients, most first. Each leads to the adviser's list. */
export function Advisers() {
  const query = useQuery(loadQuery);
  return (
    <Loaded
      list={query}
      data={query.data}
      failure="The list could not be loaded"
      loading={<RowsLoading label="Loading advisers..." count={8} height="10" mb="2" />}
    >
      {({ people, peopleAt }) => <Load people={people ?? []} at={peopleAt} />}
    </Loaded>
  );
}
