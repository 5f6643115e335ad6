import { Button } from '@chakra-ui/react/button';
import { SearchX } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Adviser } from '#shared/contract/advisers.ts';
import type { Client } from '#shared/contract/clients.ts';
import { useSelection } from '../../../parts/client/use-selection.ts';
import { EmptyState } from '../../../ui/feedback/state.tsx';
import { Table, Th } from '../../../ui/layout/table.tsx';
import { useSearch } from '../search.ts';
import { BulkBar } from './bulk-bar.tsx';
import { ClientRow } from './client-row.tsx';
import { type Colleague, useMoves } from './moves.ts';

const PAGE = 25;

const textsOf = ({ name, email, adviserName }: Client) => [name, email, adviserName];

const Head = () => (
  <thead>
    <tr>
      <Th>Client Name</Th>
      <Th>Email</Th>
      <Th width="11rem">Current Adviser</Th>
      <Th width="11.5rem">Reassign To</Th>
      <Th width="10rem">Actions</Th>
    </tr>
  </thead>
);

interface Props {
  clients: readonly Client[];
  advisers: readonly Adviser[];
  /** Whose clients are shown; everybody's without. */
  adviser: Colleague | undefined;
  /** What is looked for in name, email and adviser. */
  wanted: string;
}

/** The clients that fit, each with the choice of another adviser; what was given away just now stays until others are shown. */
export function ClientList({ clients, advisers, adviser, wanted }: Props) {
  const [limit, setLimit] = useState(PAGE);
  const moving = useMoves();
  const { moves, moved } = moving;
  const found = useSearch(clients, wanted, textsOf);
  const isTheirs = ({ adviserId }: Client) => adviser === undefined || adviserId === adviser.id;
  const shown = useMemo(
    () => found.filter(({ id, adviserId }) => adviser === undefined || adviserId === adviser.id || moved.has(id)),
    [found, adviser, moved],
  );
  const selectable = useMemo(
    () => shown.filter(({ adviserId }) => adviser === undefined || adviserId === adviser.id).map(({ id }) => id),
    [shown, adviser],
  );
  const selection = useSelection(selectable);
  // One list for all rows: what is the same is not drawn again.
  const options = useMemo(
    () =>
      advisers.map(({ id, name }) => (
        <option key={id} value={id} dir="auto">
          {name}
        </option>
      )),
    [advisers],
  );
  const left = shown.length - limit;
  if (shown.length === 0) return <EmptyState icon={SearchX} title="No clients found" />;
  return (
    <>
      <BulkBar
        clients={shown}
        advisers={advisers}
        options={options}
        selection={selection}
        count={selectable.length}
        moving={moving}
      />
      <Table label="Clients" bleed dense fixed listBelow={56}>
        <Head />
        <tbody>
          {shown.slice(0, limit).map((client) => (
            <ClientRow
              key={client.id}
              client={client}
              options={options}
              advisers={advisers}
              move={moves.get(client.id)}
              isTicked={selection.has(client.id)}
              onTick={isTheirs(client) ? selection.tick : undefined}
              onMoved={moving.noteOne}
            />
          ))}
        </tbody>
      </Table>
      {left > 0 && (
        <Button mt="4" size="sm" variant="outline" onClick={() => setLimit(limit + PAGE)}>
          Show {Math.min(PAGE, left)} More of {shown.length} Clients
        </Button>
      )}
    </>
  );
}
