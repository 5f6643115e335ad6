import { Box } from '@chakra-ui/react/box';
import { Center } from '@chakra-ui/react/center';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import type { FirmAuditEntry } from '#shared/contract/firm.ts';
import { sayActor } from '#shared/rules/colleagues.ts';
import { londonParts } from '#shared/rules/london.ts';
import { sayDayOfWeek } from '#shared/rules/say-date.ts';
import { DOT, humanise } from '../../lib/text/format.ts';
import { FieldChanges } from '../../parts/audit-log/field-changes.tsx';
import { Table, Td, Th } from '../../ui/layout/table.tsx';
import { Words } from '../../ui/text/words.tsx';
import { actionMark } from './kinds.ts';

/** Characters of an id that are enough to tell accounts or clients apart, as in the portal. */
const ID_SHOWN = 8;

/** Actions whose entries name a client only by id. */
const OF_CLIENTS = /^(client|document|file)-/;

function EntrySummary({ entry, more }: { entry: FirmAuditEntry; more?: string }) {
  const { action, summary, about } = entry;
  const { icon: Icon, isAlarming } = actionMark(action);
  return (
    <Flex gap="3" align="start">
      <Center
        boxSize="6"
        flexShrink="0"
        borderRadius="full"
        bg={isAlarming ? 'yellow.subtle' : 'bg.muted'}
        color={isAlarming ? 'yellow.fg' : 'fg.muted'}
      >
        <Icon size={14} aria-hidden />
      </Center>
      <Box minW="0" pt="0.5">
        <Words>{summary}</Words>
        {more && (
          <Text as="span" color="fg.muted">
            {DOT + more}
          </Text>
        )}
        {about && OF_CLIENTS.test(action) && (
          <Text as="span" color="fg.muted" title={about}>
            {DOT}
            <chakra.code fontFamily="mono" textStyle="xs">
              {about.slice(0, ID_SHOWN)}
            </chakra.code>
          </Text>
        )}
        <FieldChanges entry={entry} />
      </Box>
    </Flex>
  );
}

/** Card layout for narrow tables: time and name in one row, the event below. */
const NARROW = {
  '@container (max-width: 40rem)': {
    '&&': { display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', paddingBlock: '0.625rem' },
    '&& > td': { display: 'block', paddingBlock: '0.125rem' },
    '&& > td > span': { display: 'none' },
    '&& > td:nth-of-type(2)': { paddingInlineStart: '0' },
    '&& > td:last-of-type': { gridColumn: '1 / -1' },
  },
};

/** Entries of one row, newest first. */
type Entries = readonly [FirmAuditEntry, ...FirmAuditEntry[]];

const isPlainSignIn = ({ action, summary }: FirmAuditEntry) =>
  action === 'signed-in' && !summary.includes('new device');

/** Puts a person's equal sign-ins of a day in one row. New devices keep their own rows. */
const rowsOf = (ofDay: readonly FirmAuditEntry[]) =>
  [
    ...Map.groupBy(ofDay, (entry) => (isPlainSignIn(entry) ? `${entry.actorId} ${entry.summary}` : entry.id)).values(),
  ] as unknown as Entries[];

const timeOf = ({ at }: FirmAuditEntry) => londonParts(new Date(at)).time;

const AuditRow = ({ entries: [entry, ...earlier] }: { entries: Entries }) => {
  const first = earlier.at(-1);
  return (
    <chakra.tr tabIndex={-1} css={NARROW}>
      <Td label="Time" verticalAlign="top" color="fg.muted" fontVariantNumeric="tabular-nums" py="1.5">
        <time dateTime={entry.at}>{timeOf(entry)}</time>
      </Td>
      <Td label="Who" verticalAlign="top" py="1.5">
        <Words>{sayActor(entry)}</Words>
        {humanise(entry.actorType) !== entry.actorName && (
          <Text as="span" color="fg.muted">
            {DOT + humanise(entry.actorType)}
          </Text>
        )}
      </Td>
      <Td label="What" py="1">
        <EntrySummary entry={entry} more={first && `${earlier.length + 1} times, first at ${timeOf(first)}`} />
      </Td>
    </chakra.tr>
  );
};

interface Props {
  entries: readonly FirmAuditEntry[];
  /** Shows each sign-in in a row of its own. */
  isWhole: boolean;
}

/** Entries grouped by day in London, in their given order. */
export function AuditLogTable({ entries, isWhole }: Props) {
  const days = Object.entries(Object.groupBy(entries, ({ at }) => londonParts(new Date(at)).date));
  return (
    <Table label="The firm’s audit log" bleed fixed>
      <thead>
        <tr>
          <Th width="6rem">Time</Th>
          <Th width="18rem">Who</Th>
          <Th>What</Th>
        </tr>
      </thead>
      {days.map(([day, ofDay = []]) => (
        <tbody key={day}>
          <chakra.tr css={{ '@container (max-width: 40rem)': { '&&': { paddingBlock: '0' } } }}>
            <chakra.th
              colSpan={3}
              scope="rowgroup"
              textAlign="start"
              bg="bg.subtle"
              py="1.5"
              fontWeight="semibold"
              css={{ '@container (max-width: 40rem)': { display: 'block' } }}
            >
              {sayDayOfWeek(day)}
            </chakra.th>
          </chakra.tr>
          {(isWhole ? ofDay.map((entry): Entries => [entry]) : rowsOf(ofDay)).map((row) => (
            <AuditRow key={row[0].id} entries={row} />
          ))}
        </tbody>
      ))}
    </Table>
  );
}
