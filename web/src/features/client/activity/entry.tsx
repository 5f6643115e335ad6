import { Box } from '@chakra-ui/react/box';
import { Center } from '@chakra-ui/react/center';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
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
import type { Activity } from '#shared/contract/messages.ts';
import { formatDateTime } from '../../../lib/text/format.ts';
import { Words } from '../../../ui/text/words.tsx';
import { timeOf } from './days.ts';
import { FieldChanges } from './field-changes.tsx';

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

interface Props {
  entry: Activity;
  /** Whether the one before it, on the same day, was by somebody else. */
  isNamed: boolean;
  /** Whether it is the last of its day. */
  isLast: boolean;
}

/** One line of the record: what was done, when, and by whom where that is not as above. */
export function Entry({ entry, isNamed, isLast }: Props) {
  const Icon = iconOf(entry.action);
  return (
    <Box as="li" tabIndex={-1}>
      {isNamed && (
        <Words as="p" textStyle="xs" fontWeight="semibold" color="fg.muted" pb="1.5">
          {entry.actorName}
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
          {timeOf(entry.at)}
        </chakra.time>
      </Flex>
    </Box>
  );
}
