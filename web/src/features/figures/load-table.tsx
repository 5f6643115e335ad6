import type { Figures } from '#shared/contract/figures.ts';
import { countOf } from '#shared/rules/counted-words.ts';
import { paths } from '../../lib/navigation/paths.ts';
import { sayCounted } from '../../lib/text/format.ts';
import { ADVISER } from '../../parts/filter/address-filter.ts';
import { Table, Td, Th } from '../../ui/layout/table.tsx';
import { Dash } from '../../ui/text/dash.tsx';
import { Block, FigureLink, placeAt } from './block.tsx';

type Person = NonNullable<Figures['people']>[number];

interface List {
  path: string;
  /** Filter of the list besides the adviser. */
  filter?: Readonly<Record<string, string>>;
  /** Words for screen readers: the singular noun, and what is between it and the adviser's name. */
  noun: string;
  join?: string;
}

interface Column {
  count: Exclude<keyof Person, 'adviserId' | 'adviserName'>;
  label: string;
  /** Undefined if no list can be filtered to what is counted. */
  list?: List;
}

const COLUMNS: readonly Column[] = [
  {
    count: 'active',
    label: 'Active',
    list: { path: paths.clients, filter: { filter: 'active' }, noun: 'active client' },
  },
  { count: 'stuck', label: 'Stuck', list: { path: paths.stuck, noun: 'stuck client' } },
  { count: 'open', label: 'Own tasks', list: { path: paths.tasks, noun: 'open task' } },
  // Overdue tasks are the first group of that page, with their count.
  { count: 'overdue', label: 'Overdue', list: { path: paths.tasks, noun: 'overdue task' } },
  { count: 'review', label: 'To review', list: { path: paths.toReview, noun: 'document', join: 'to review by' } },
  { count: 'chase', label: 'To chase', list: { path: paths.providers, noun: 'letter', join: 'to chase by' } },
  { count: 'unread', label: 'Unread' },
  { count: 'help', label: 'Help' },
];

function Count({ column: { count, list }, person }: { column: Column; person: Person }) {
  const { [count]: n, adviserId, adviserName } = person;
  if (n === null) return <Dash>Not counted yet</Dash>;
  if (n === 0 || !list) return n;
  const { path, filter, noun, join = 'of' } = list;
  return (
    <FigureLink
      to={placeAt(path, { ...filter, [ADVISER]: adviserId })}
      aria-label={`${countOf(n, noun)} ${join} ${adviserName}`}
    >
      {n}
    </FigureLink>
  );
}

interface Props {
  people: readonly Person[];
  /** Time at which stored numbers were counted. */
  at: string | null;
}

const isLive = ({ people, at }: Props) => at === null && people.every(({ active }) => active !== null);

/** Work that each adviser has in hand, by name. */
export const LoadTable = ({ people, at }: Props) => (
  <Block
    title="Load"
    about={
      isLive({ people, at })
        ? 'What each adviser has in hand now.'
        : `What each adviser has in hand. ${sayCounted(at, new Date())}`
    }
  >
    <Table label="Load of each adviser" dense>
      <thead>
        <tr>
          <Th>Adviser</Th>
          {COLUMNS.map(({ label }) => (
            <Th key={label} textAlign="end">
              {label}
            </Th>
          ))}
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <tr key={person.adviserId}>
            <Td label="Adviser">
              <span dir="auto">{person.adviserName}</span>
            </Td>
            {COLUMNS.map((column) => (
              <Td key={column.label} label={column.label} textAlign="end">
                <Count column={column} person={person} />
              </Td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  </Block>
);
