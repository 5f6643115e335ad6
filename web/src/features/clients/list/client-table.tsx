import { chakra } from '@chakra-ui/react/styled-system';
import { Fragment, memo, useMemo, useRef } from 'react';
import type { Client } from '#shared/contract/clients.ts';
import { Tick } from '../../../ui/form/tick.tsx';
import { ClientMenu } from '../client-menu.tsx';
import { type Column, type Facts, sortOf } from './columns.tsx';
import { useTicked } from './selection.ts';
import { tableStyle } from './table-style.ts';
import { TickBox } from './tick-box.tsx';
import { useRows } from './use-rows.ts';

interface RowProps {
  client: Client;
  /** Of all rows, from 1; the heading is one. */
  index: number;
  columns: readonly Column[];
  facts: Facts;
}

// Cells are the browser's own: a thousand of Chakra's would take seconds.
const Row = memo(function Row({ client, index, columns, facts }: RowProps) {
  return (
    <tr aria-rowindex={index}>
      <td data-column="tick">
        <TickBox {...client} />
      </td>
      {columns.map(({ id, cell, isNumber }) => (
        <td key={id} data-column={id} data-number={isNumber}>
          {cell(client, facts)}
        </td>
      ))}
      <td data-column="menu">
        <ClientMenu client={client} isWhole />
      </td>
    </tr>
  );
});

/** Ticks all that are listed, or none. */
function TickAll() {
  const { selection, listed, ticked } = useTicked();
  const isAll = ticked > 0 && ticked === listed;
  return (
    <Tick
      boxSize="4"
      aria-label="Select all"
      mixed={ticked > 0 && !isAll}
      checked={isAll}
      onChange={() => selection.all(!isAll)}
    />
  );
}

interface HeadingProps {
  column: Column;
  sort: string;
  onSort: (sort: string) => void;
}

/** A column's heading: sorts by it, the other way round, and not at all. */
function Heading({ column: { id, label, isNumber }, sort, onSort }: HeadingProps) {
  const by = sortOf(sort);
  const isUp = by?.column.id === id && !by.isDown;
  const isDown = by?.column.id === id && by.isDown;
  return (
    <th
      scope="col"
      data-column={id}
      data-number={isNumber}
      aria-sort={isUp ? 'ascending' : isDown ? 'descending' : undefined}
    >
      <button type="button" onClick={() => onSort(isUp ? `-${id}` : isDown ? '' : id)}>
        {label}
        <span aria-hidden>{isUp ? '↑' : isDown ? '↓' : ''}</span>
      </button>
    </th>
  );
}

const Gap = ({ height }: { height: number }) => <tr aria-hidden data-gap style={{ height }} />;

interface Props extends Omit<HeadingProps, 'column'> {
  clients: readonly Client[];
  columns: readonly Column[];
  facts: Facts;
}

/** Clients one a line, as many as the window shows: a thousand cost no more than thirty. */
export default function ClientTable({ clients, columns, facts, sort, onSort }: Props) {
  const ref = useRef<HTMLTableSectionElement>(null);
  const style = useMemo(() => tableStyle(columns), [columns]);
  const { rows, end, onFocus, onBlur } = useRows(ref, clients.length);
  return (
    <chakra.table aria-label="Clients" aria-rowcount={clients.length + 1} css={style}>
      <colgroup>
        <col data-column="tick" style={{ width: '2.25rem' }} />
        {columns.map(({ id, width }) => (
          <col key={id} data-column={id} style={width ? { width: `${width}rem` } : undefined} />
        ))}
        <col data-column="menu" style={{ width: '3rem' }} />
      </colgroup>
      <thead>
        <tr aria-rowindex={1}>
          <th scope="col" data-column="tick">
            <TickAll />
          </th>
          {columns.map((column) => (
            <Heading key={column.id} column={column} sort={sort} onSort={onSort} />
          ))}
          <th scope="col" data-column="menu">
            <chakra.span srOnly>More</chakra.span>
          </th>
        </tr>
      </thead>
      <tbody ref={ref} onFocus={onFocus} onBlur={onBlur}>
        {rows.map(({ index, gap }) => {
          const client = clients[index];
          return (
            client && (
              <Fragment key={client.id}>
                {gap > 0 && <Gap height={gap} />}
                <Row client={client} index={index + 2} columns={columns} facts={facts} />
              </Fragment>
            )
          );
        })}
        {end > 0 && <Gap height={end} />}
      </tbody>
    </chakra.table>
  );
}
