import { Box } from '@chakra-ui/react/box';
import { Center } from '@chakra-ui/react/center';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useInfiniteQuery } from '@tanstack/react-query';
import {
  BellRing,
  FileText,
  Flag,
  History,
  KeyRound,
  Landmark,
  LifeBuoy,
  ListTodo,
  type LucideIcon,
  Mail,
  MessageCircle,
  ScrollText,
  UserRound,
} from 'lucide-react';
import { useRef, useState } from 'react';
import type { ClientAuditEntry } from '#shared/contract/messages.ts';
import { sayActor } from '#shared/rules/colleagues.ts';
import { dayOf, londonParts } from '#shared/rules/london.ts';
import { sayDayOfWeek, sayTime } from '#shared/rules/say-date.ts';
import { daysBetween } from '#shared/rules/time.ts';
import { formatDateTime } from '../../../lib/text/format.ts';
import { FieldChanges } from '../../../parts/audit-log/field-changes.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../../ui/eager/state.tsx';
import { EarlierButton } from '../../../ui/feedback/earlier-button.tsx';
import type { FurtherPages } from '../../../ui/feedback/next-page-button.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { Words } from '../../../ui/text/words.tsx';
import { useClient } from '../client-context.ts';
import { useSection } from '../navigation.ts';
import { auditLogQuery } from '../queries.ts';

/** Names a moment's day: "Today", "Yesterday" or "Mon, 16 Nov 2026". */
function dayNameOf(at: string, now: Date): string {
  const days = daysBetween(dayOf(at), londonParts(now).date);
  return ['Today', 'Yesterday'][days] ?? sayDayOfWeek(at);
}

interface AuditDay {
  name: string;
  entries: ClientAuditEntry[];
}

function byDay(entries: readonly ClientAuditEntry[], now: Date): AuditDay[] {
  const days = Map.groupBy(entries, ({ at }) => dayNameOf(at, now));
  return [...days].map(([name, own]) => ({ name, entries: own }));
}

const ICONS: Record<string, LucideIcon> = {
  client: UserRound,
  stage: Flag,
  journey: Flag,
  plan: ScrollText,
  loa: Landmark,
  document: FileText,
  task: ListTodo,
  message: MessageCircle,
  help: LifeBuoy,
  portal: KeyRound,
  person: UserRound,
  mail: Mail,
  reminder: BellRing,
  reminders: BellRing,
};

/** Returns the icon of an action by its first word, such as "document" in "document-uploaded". */
const iconOf = (action: string) => ICONS[action.split('-')[0] ?? ''] ?? History;

interface EntryProps {
  entry: ClientAuditEntry;
  /** True for the first entry of a day, and for each entry that follows one by another person. */
  isNamed: boolean;
  /** True for the last entry in a row by one person. The connecting line ends there. */
  isLast: boolean;
}

function AuditRow({ entry, isNamed, isLast }: EntryProps) {
  const Icon = iconOf(entry.action);
  return (
    <Box as="li" tabIndex={-1}>
      {isNamed && (
        <Words as="p" textStyle="xs" fontWeight="semibold" color="fg.muted" pb="1.5">
          {sayActor(entry)}
        </Words>
      )}
      <Flex gap="3" position="relative" pb="3">
        {!isLast && <Box position="absolute" insetStart="13px" top="7" bottom="0" borderInlineStartWidth="1px" />}
        <Center boxSize="7" flexShrink="0" borderRadius="full" bg="bg.muted" color="fg.muted">
          <Icon size={14} aria-hidden />
        </Center>
        <Box minW="0" flex="1" pt="0.5">
          <Words as="p" textStyle="sm" lineHeight="short">
            {entry.summary}
          </Words>
          <FieldChanges entry={entry} />
        </Box>
        <chakra.time
          dateTime={entry.at}
          title={formatDateTime(entry.at)}
          textStyle="xs"
          color="fg.subtle"
          pt="1"
          fontVariantNumeric="tabular-nums"
        >
          {sayTime(entry.at)}
        </chakra.time>
      </Flex>
    </Box>
  );
}

/** Somebody may act as themselves and for an adviser on one day. */
const isSameActor = (a: ClientAuditEntry, b?: ClientAuditEntry) =>
  a.actorId === b?.actorId && a.actorFor === b.actorFor;

/** Shows the entries of one day. Names each person once for all entries in a row. */
const Day = ({ day: { name, entries } }: { day: AuditDay }) => (
  <Box _notFirst={{ borderTopWidth: '1px', pt: '3', mt: '1' }}>
    <chakra.h3 textStyle="sm" fontWeight="semibold" pb="2">
      {name}
    </chakra.h3>
    <chakra.ol listStyleType="none" aria-label={name}>
      {entries.map((entry, i) => (
        <AuditRow
          key={entry.id}
          entry={entry}
          isNamed={!isSameActor(entry, entries[i - 1])}
          isLast={!isSameActor(entry, entries[i + 1])}
        />
      ))}
    </chakra.ol>
  </Box>
);

const SHOWN_AT_FIRST = 8;

interface EntriesProps {
  entries: readonly ClientAuditEntry[];
  earlier: FurtherPages;
}

function Entries({ entries, earlier }: EntriesProps) {
  const [isFolded, setFolded] = useState(true);
  const list = useRef<HTMLDivElement>(null);
  const shown = isFolded ? entries.slice(0, SHOWN_AT_FIRST) : entries;
  const showMore = async () => (isFolded ? setFolded(false) : earlier.fetchNextPage());
  if (entries.length === 0) return <EmptyState icon={History} title="No entries yet" />;
  return (
    <>
      <Text role="status" srOnly>
        {shown.length > SHOWN_AT_FIRST && `Earlier entries shown: ${shown.length - SHOWN_AT_FIRST}`}
      </Text>
      <div ref={list}>
        {byDay(shown, new Date()).map((day) => (
          <Day key={day.name} day={day} />
        ))}
      </div>
      {(entries.length > shown.length || earlier.hasNextPage) && (
        <EarlierButton
          key={shown.length}
          noun="entries"
          list={earlier}
          onShow={showMore}
          next={() => [...(list.current?.querySelectorAll('li') ?? [])].at(-1) ?? null}
        />
      )}
    </>
  );
}

/** Panel with the client's audit log, newest entry first. */
export default function AuditTimeline() {
  const { id } = useClient().client;
  const auditLog = useInfiniteQuery(auditLogQuery(id));
  const { data, error, refetch } = auditLog;
  return (
    <Panel {...useSection()} weight="plain" title="Audit Log">
      {data && <Entries entries={data} earlier={auditLog} />}
      {!data && error && <ErrorState title="The audit log could not be loaded" error={error} onRetry={refetch} />}
      {!data && !error && <Skeletons count={5} height="9" mb="2" />}
    </Panel>
  );
}
