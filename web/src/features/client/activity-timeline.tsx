import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Center } from '@chakra-ui/react/center';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
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
import { useState } from 'react';
import type { Activity } from '#shared/messages.ts';
import { Panel } from '../../ui/panel.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../ui/state.tsx';
import { Words } from '../../ui/words.tsx';
import { useClient } from './client-context.ts';
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
    <Flex as="li" gap="3" position="relative" pb="3.5">
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

function Entries({ entries }: { entries: readonly Activity[] }) {
  const [count, setCount] = useState(SHOWN_AT_FIRST);
  if (entries.length === 0) return <EmptyState icon={History} title="Nothing has happened yet" />;
  const shown = entries.slice(0, count);
  return (
    <>
      <Box as="ol" listStyleType="none">
        {shown.map((entry, i) => (
          <Entry key={entry.id} entry={entry} last={i === shown.length - 1} />
        ))}
      </Box>
      {entries.length > count && (
        <Button size="xs" variant="ghost" colorPalette="gray" ms="-2" onClick={() => setCount(entries.length)}>
          Show earlier activity
        </Button>
      )}
    </>
  );
}

/** What happened to the client and by whom, newest first (contract, activity). */
export function ActivityTimeline() {
  const { id } = useClient().client;
  const { data, error, refetch } = useQuery(activityQuery(id));
  return (
    <Panel title="Activity">
      {data && <Entries entries={data} />}
      {!data && error && <ErrorState title="The activity could not be loaded" error={error} onRetry={refetch} />}
      {!data && !error && <Skeletons count={5} height="9" mb="2" />}
    </Panel>
  );
}
