import { chakra, type SystemStyleObject } from '@chakra-ui/react/styled-system';
import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import { Fragment, memo, type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Client } from '#shared/contract/clients.ts';
import { listSortOf } from '#shared/rules/client-list.ts';
import { useTicked } from '../../../parts/selection/selection-store.ts';
import { TickBox } from '../../../parts/selection/tick-box.tsx';
import { Tick } from '../../../ui/form/tick.tsx';
import { ClientMenu } from '../client-menu.tsx';
import { type Column, type Facts, widthsWithout } from './columns.tsx';

/** Returns container queries that hide columns by rank if the table is too narrow. */
const hidingStyles = (columns: readonly Column[]): SystemStyleObject =>
  Object.fromEntries(
    [...widthsWithout(columns)].map(([id, width]) => [
      `@container (max-width: ${width}rem)`,
      { [`& [data-column=${id}]`]: { display: 'none' } },
    ]),
  );

const ROW_PX = 36;

/** Returns the styles of the whole table, because its cells are plain elements. */
const tableStyle = (columns: readonly Column[]): SystemStyleObject => ({
  width: 'full',
  tableLayout: 'fixed',
  textStyle: 'sm',
  fontVariantNumeric: 'lining-nums tabular-nums',
  '& :is(td, th)': {
    px: '2',
    textAlign: 'start',
    whiteSpace: 'nowrap',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  },
  '& thead :is(td, th)': {
    position: 'sticky',
    top: '0',
    zIndex: 'docked',
    height: '9',
    bg: 'bg.surface',
    boxShadow: 'inset 0 -1px {colors.border}',
    color: 'fg.muted',
    fontWeight: 'medium',
  },
  '& thead button': {
    width: 'full',
    height: '9',
    textAlign: 'inherit',
    fontWeight: 'inherit',
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    _hover: { color: 'fg' },
    _focusVisible: { outline: '2px solid {colors.brand.focusRing}', outlineOffset: '-2px' },
    '& span': { ms: '1', color: 'brand.fg' },
  },
  '& [aria-sort] button': { color: 'fg' },
  '& tbody tr': { height: `${ROW_PX}px` },
  // On cells, because Safari draws no box shadow on rows.
  '& tbody tr:not([data-gap]) > *': { boxShadow: 'inset 0 -1px {colors.border.muted}' },
  '& tbody tr:hover': { bg: 'bg.subtle' },
  '& tbody tr:has(input:checked)': { bg: 'brand.subtle' },
  // Avoids an ellipsis in Safari, where a badge can be a fraction of a pixel wider than its cell.
  '& td[data-column=status]': { textOverflow: 'clip' },
  '& [data-column=tick]': { ps: '3' },
  '& [data-column=menu]': { textAlign: 'end', overflow: 'visible' },
  '& [data-number]': { textAlign: 'end' },
  // Aligns numbers with their heading, which leaves room for the sort arrow.
  '& td[data-number]': { pe: '3' },
  '& td[data-column=name]': { color: 'fg.muted' },
  '& a': { color: 'fg', fontWeight: 'medium', _hover: { textDecoration: 'underline' } },
  '& a:focus-visible': { outlineOffset: '-2px' },
  '& [data-signal]': { display: 'inline-block', ms: '1.5', verticalAlign: 'text-bottom', color: 'brand.fg' },
  '& [data-signal=reminders]': { color: 'fg.muted' },
  '& [data-signal=help]': { color: 'yellow.fg', textStyle: 'xs', '& svg': { display: 'inline', me: '1' } },
  '& em': { color: 'orange.fg', fontStyle: 'normal', fontWeight: 'medium' },
  '& strong': {
    color: 'red.fg',
    fontWeight: 'medium',
    '& svg': { display: 'inline', ms: '1', verticalAlign: 'text-bottom' },
  },
  ...hidingStyles(columns),
});

const OVERSCAN = 8;

/**
 * Virtualises the rows: those in the window, some around them, and the focused one. `gap` and `end` are the missing
 * heights before a row and after the last, in pixels.
 */
function useRows(body: RefObject<HTMLElement | null>, count: number) {
  const [top, setTop] = useState(0);
  const focused = useRef<number>(undefined);
  // Measures after each render, because the content above the table can change at any time.
  useLayoutEffect(() => {
    const now = Math.round((body.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
    if (now !== top) setTop(now);
  });
  const rangeExtractor = (range: Range) => {
    const shown = defaultRangeExtractor(range);
    const { current } = focused;
    const isApart = current !== undefined && current < count && !shown.includes(current);
    return isApart ? [...shown, current].sort((a, b) => a - b) : shown;
  };
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
    scrollMargin: top,
    rangeExtractor,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
  });
  let drawn = 0;
  const rows = virtualizer.getVirtualItems().map(({ index }) => {
    const gap = (index - drawn) * ROW_PX;
    drawn = index + 1;
    return { index, gap };
  });
  return {
    rows,
    end: (count - drawn) * ROW_PX,
    setFocused: useCallback((index?: number) => {
      focused.current = index;
    }, []),
  };
}

interface RowProps {
  client: Client;
  index: number;
  columns: readonly Column[];
  facts: Facts;
  /** Takes undefined when the row loses the focus. Focus in the row's menu counts as focus in the row. */
  setFocused: (index?: number) => void;
}

// Plain elements, because a thousand Chakra cells would take seconds.
const Row = memo(function Row({ client, index, columns, facts, setFocused }: RowProps) {
  return (
    // 1-based, after the heading row.
    <tr aria-rowindex={index + 2} onFocus={() => setFocused(index)} onBlur={() => setFocused()}>
      <td data-column="tick">
        <TickBox {...client} />
      </td>
      {columns.map(({ id, cell, isNumber }) => (
        <td key={id} data-column={id} data-number={isNumber}>
          {cell(client, facts)}
        </td>
      ))}
      <td data-column="menu">
        <ClientMenu client={client} rest={{ mayDelete: facts.mayDelete(client) }} />
      </td>
    </tr>
  );
});

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

/** Sorts by its column on click: ascending, then descending, then not at all. */
function Heading({ column: { id, label, isNumber }, sort, onSort }: HeadingProps) {
  const by = listSortOf(sort);
  const isUp = by?.id === id && !by.isDown;
  const isDown = by?.id === id && by.isDown;
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

/** Virtualised table: a thousand clients cost no more than thirty. */
export default function ClientTable({ clients, columns, facts, sort, onSort }: Props) {
  const ref = useRef<HTMLTableSectionElement>(null);
  const style = useMemo(() => tableStyle(columns), [columns]);
  const { rows, end, setFocused } = useRows(ref, clients.length);
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
      <tbody ref={ref}>
        {rows.map(({ index, gap }) => {
          const client = clients[index];
          return (
            client && (
              <Fragment key={client.id}>
                {gap > 0 && <Gap height={gap} />}
                <Row client={client} index={index} columns={columns} facts={facts} setFocused={setFocused} />
              </Fragment>
            )
          );
        })}
        {end > 0 && <Gap height={end} />}
      </tbody>
    </chakra.table>
  );
}
