import { Box } from '@chakra-ui/react/box';
import { Center } from '@chakra-ui/react/center';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import {
  Check,
  CircleCheck,
  FileText,
  LifeBuoy,
  type LucideIcon,
  MailWarning,
  MailX,
  MessageCircle,
  MonitorSmartphone,
  NotebookPen,
  ShieldAlert,
  UserPlus,
} from 'lucide-react';
import { Link } from 'react-router';
import type { Notice } from '#shared/contract/notifications.ts';
import type { NoticeKind } from '#shared/rules/notices.ts';
import { useFocusFallback } from '../../lib/use-focus-fallback.ts';
import { noticePath } from '../../parts/notices.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Words } from '../../ui/words.tsx';

const ICONS: Record<NoticeKind, LucideIcon> = {
  message: MessageCircle,
  stuck: LifeBuoy,
  'no-code': MailX,
  document: FileText,
  'task-document': FileText,
  'task-completed': CircleCheck,
  'task-noted': NotebookPen,
  assigned: UserPlus,
  undelivered: MailWarning,
  damaged: ShieldAlert,
  'new-device': MonitorSmartphone,
  'factor-reset': ShieldAlert,
  'new-admin': ShieldAlert,
  'settings-weakened': ShieldAlert,
};

const SentenceLink = chakra(Link, {
  base: { borderRadius: 'l1', _hover: { textDecoration: 'underline' } },
});

const Sentence = ({ notice }: { notice: Notice }) => (
  <Text fontWeight={notice.read ? 'normal' : 'semibold'} color={notice.read ? 'fg.muted' : 'fg'}>
    {!notice.read && <chakra.span srOnly>Unread: </chakra.span>}
    <SentenceLink data-row-link to={noticePath(notice)}>
      <Words>{notice.text}</Words>
    </SentenceLink>
  </Text>
);

function MarkRead({ text, onMark }: { text: string; onMark: () => Promise<unknown> }) {
  return (
    <ActionButton
      ref={useFocusFallback((button) => button.closest('li'))}
      size="xs"
      variant="ghost"
      colorPalette="gray"
      color="fg.muted"
      aria-label={`Mark as read: ${text}`}
      onAction={onMark}
    >
      <Check aria-hidden />
      <Box as="span" hideBelow="sm">
        Mark as read
      </Box>
    </ActionButton>
  );
}

interface Props {
  notice: Notice;
  /** Marks it read. */
  onMark: () => Promise<unknown>;
}

const neighbour = (line: HTMLElement) =>
  [line.nextElementSibling, line.previousElementSibling].find((near) => near instanceof HTMLElement) ??
  line.closest<HTMLElement>('section[aria-label]');

/** One thing that happened, in a sentence that leads to it. */
export function NoticeLine({ notice, onMark }: Props) {
  const Icon = ICONS[notice.kind];
  const ref = useFocusFallback<HTMLDivElement>(neighbour);
  return (
    <Flex
      ref={ref}
      as="li"
      tabIndex={-1}
      gap="3"
      align="start"
      py="2.5"
      borderTopWidth="1px"
      borderColor="border.muted"
    >
      <Center
        boxSize="8"
        flexShrink="0"
        borderRadius="full"
        bg={notice.read ? 'bg.muted' : 'brand.solid'}
        color={notice.read ? 'fg.muted' : 'brand.contrast'}
      >
        <Icon size={16} aria-hidden />
      </Center>
      <Box flex="1" minW="0">
        <Sentence notice={notice} />
        <Text textStyle="xs" color="fg.subtle">
          <RelativeTime value={notice.at} />
        </Text>
      </Box>
      {!notice.read && <MarkRead text={notice.text} onMark={onMark} />}
    </Flex>
  );
}
