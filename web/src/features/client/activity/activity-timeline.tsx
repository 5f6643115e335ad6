import { Box } from '@chakra-ui/react/box';
import { Center } from '@chakra-ui/react/center';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useInfiniteQuery } from '@tanstack/react-query';
import {
  FileText,
  Flag,
  History,
  KeyRound,
  ListTodo,
  type LucideIcon,
  Mail,
  MessageCircle,
  ScrollText,
  UserRound,
} from 'lucide-react';
import { useRef, useState } from 'react';
import type { Activity } from '#shared/contract/messages.ts';
import { type Earlier, EarlierButton } from '../../../ui/earlier-button.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../../ui/state.tsx';
import { Words } from '../../../ui/words.tsx';
import { useClient } from '../client-context.ts';
import { activityQuery } from './queries.ts';

const SHOWN_AT_FIRST = 8;

const ICONS: Record<string, LucideIcon> = {
  client: UserRound,
  stage: Flag,
  journey: Flag,
  plan: ScrollText,
  document: FileText,
  task: ListTodo,
  message: MessageCircle,
  portal: KeyRound,
  mail: Mail,
};

/** The icon of an action such as "document-uploaded", by what it is about. */
const iconOf = (action: string) => ICONS[action.split('-')[0] ?? ''] ?? History;

function Entry({ entry, last }: { entry: Activity; last: boolean }) {
  const Icon = iconOf(entry.action);
  return (
    <Flex as="li" tabIndex={-1} gap="3" position="relative" pb="3.5">
      {!last && <Box position="absolute" insetStart="13px" top="7" bottom="0" borderInlineStartWidth="1px" />}
      <Center boxSize="7" flexShrink="0" borderRadius="full" bg="bg.muted" color="fg.muted">
        <Icon size={14} aria-hidden />
      </Center>
      <Box minW="0" pt="0.5">
        <Words as="p" textStyle="sm" lineHeight="short">
          {entry.summary}
        </Words>
        <Text textStyle="xs" color="fg.subtle">
          <Words>{entry.actorName}</Words> · <RelativeTime value={entry.at} />
        </Text>
      </Box>
    </Flex>
  );
}

interface EntriesProps {
  entries: readonly Activity[];
  /** The pages before them. */
  earlier: Earlier;
}

function Entries({ entries, earlier }: EntriesProps) {
  const [isFolded, setFolded] = useState(true);
  const list = useRef<HTMLOListElement>(null);
  const shown = isFolded ? entries.slice(0, SHOWN_AT_FIRST) : entries;
  const showMore = async () => (isFolded ? setFolded(false) : earlier.fetchNextPage());
  if (entries.length === 0) return <EmptyState icon={History} title="Nothing has happened yet" />;
  return (
    <>
      <Text role="status" srOnly>
        {shown.length > SHOWN_AT_FIRST && `Earlier entries shown: ${shown.length - SHOWN_AT_FIRST}`}
      </Text>
      <chakra.ol ref={list} listStyleType="none">
        {shown.map((entry, i) => (
          <Entry key={entry.id} entry={entry} last={i === shown.length - 1} />
        ))}
      </chakra.ol>
      {(entries.length > shown.length || earlier.hasNextPage) && (
        <EarlierButton
          key={shown.length}
          what="activity"
          thread={earlier}
          onShow={showMore}
          next={() => list.current?.querySelector<HTMLElement>('li:last-child') ?? null}
        />
      )}
    </>
  );
}

/** What happened to the client and by whom, newest first (contract, activity). */
export function ActivityTimeline() {
  const { id } = useClient().client;
  const record = useInfiniteQuery(activityQuery(id));
  const { data, error, refetch } = record;
  return (
    <Panel title="Activity">
      {data && <Entries entries={data} earlier={record} />}
      {!data && error && <ErrorState title="The activity could not be loaded" error={error} onRetry={refetch} />}
      {!data && !error && <Skeletons count={5} height="9" mb="2" />}
    </Panel>
  );
}
