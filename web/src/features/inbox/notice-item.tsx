import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Center } from '@chakra-ui/react/center';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import {
  Check,
  CircleCheck,
  FileText,
  Landmark,
  LifeBuoy,
  type LucideIcon,
  MailWarning,
  MailX,
  MessageCircle,
  MonitorSmartphone,
  NotebookPen,
  Phone,
  ShieldAlert,
  UserMinus,
  UserPlus,
} from 'lucide-react';
import { Link } from 'react-router';
import { noticePlaceOf } from '#shared/audit-log/notice-places.ts';
import type { NoticeIcon } from '#shared/audit-log/told.ts';
import type { Notice } from '#shared/contract/notifications.ts';
import { useFocusFallback } from '../../lib/screen/use-focus-fallback.ts';
import { phoneLink } from '../../lib/text/contact-links.ts';
import { DOT } from '../../lib/text/format.ts';
import { clientQuery } from '../../parts/client/clients.ts';
import { neighbour, Reply } from '../../parts/message/reply.tsx';
import { noticePath } from '../../parts/notices.ts';
import { ActionButton } from '../../ui/feedback/action-button.tsx';
import { RelativeTime } from '../../ui/text/relative-time.tsx';
import { Words } from '../../ui/text/words.tsx';
import { ICONS } from './icons.computed.ts';

const LOOKS: Record<NoticeIcon, LucideIcon> = {
  message: MessageCircle,
  help: LifeBuoy,
  'mail off': MailX,
  file: FileText,
  provider: Landmark,
  done: CircleCheck,
  notes: NotebookPen,
  'person added': UserPlus,
  'person removed': UserMinus,
  'mail failed': MailWarning,
  phone: Phone,
  device: MonitorSmartphone,
  security: ShieldAlert,
};

/** Notices of one row, never empty. */
export type RowNotices = readonly [Notice, ...Notice[]];

const SentenceLink = chakra(Link, {
  base: { borderRadius: 'l1', _hover: { textDecoration: 'underline' } },
});

/** Maximum number of message previews in a row. */
const PREVIEWS = 3;

const sentenceOf = ([newest, ...others]: RowNotices, hasMore: boolean) =>
  others.length > 0 ? `Sent you ${others.length + 1}${hasMore ? '+' : ''} messages` : newest.text;

/** Returns true if the notice's task, document, request or letter was deleted, so that there is nothing to link to. */
const isGone = (notice: Notice) =>
  notice.clientId !== null &&
  notice.ref === null &&
  ['tasks', 'documents', 'requests', 'loas'].includes(noticePlaceOf(notice));

function Sentence({ notices, text }: { notices: RowNotices; text: string }) {
  const [notice] = notices;
  const words = <Words>{text}</Words>;
  return (
    <Text fontWeight={notice.read ? 'normal' : 'semibold'} color={notice.read ? 'fg.muted' : 'fg'}>
      {!notice.read && <chakra.span srOnly>Unread: </chakra.span>}
      {isGone(notice) ? (
        words
      ) : (
        <SentenceLink data-row-link to={noticePath(notice)}>
          {words}
        </SentenceLink>
      )}
    </Text>
  );
}

/** Shows how the messages of a row begin, newest last. */
function Previews({ notices }: { notices: RowNotices }) {
  const shown = notices.filter(({ preview }) => preview !== null).slice(0, PREVIEWS);
  return shown.toReversed().map(({ id, preview }) => (
    <Text key={id} textStyle="sm" color="fg.muted" overflowWrap="anywhere" maxW="4xl">
      <Words>{preview}</Words>
    </Text>
  ));
}

function MarkRead({ text, onMark }: { text: string; onMark: () => Promise<unknown> }) {
  return (
    <ActionButton
      ref={useFocusFallback((button) => button.closest('li'))}
      size="xs"
      variant="ghost"
      colorPalette="gray"
      color="fg.muted"
      aria-label={`Mark as Read: ${text}`}
      onAction={onMark}
    >
      <Check aria-hidden />
      <Box as="span" hideBelow="sm">
        Mark as Read
      </Box>
    </ActionButton>
  );
}

/** Link that calls the client; nothing without a number of theirs. */
function PhoneLink({ clientId }: { clientId: string }) {
  const { data: phone = null } = useQuery({ ...clientQuery(clientId), select: (client) => client.phone });
  const href = phoneLink(phone);
  return href ? (
    <Button asChild size="xs" variant="outline" mt="1.5">
      <a href={href}>
        <Phone aria-hidden />
        {phone}
      </a>
    </Button>
  ) : null;
}

interface Props {
  /** One notice, or several messages of one client, newest first. */
  notices: RowNotices;
  /** True if earlier notices are not loaded, so that there may be more messages. */
  hasMore: boolean;
  onMark: () => Promise<unknown>;
  /** Called after a reply from this row. A row without it has no reply. */
  onReplied?: (() => void) | undefined;
}

/** Row of a notice, which links to its place. Messages have previews. */
export function NoticeItem({ notices, hasMore, onMark, onReplied }: Props) {
  const [notice] = notices;
  const text = sentenceOf(notices, hasMore);
  const Icon = LOOKS[ICONS[notice.kind]];
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
        <Flex gap="3" justify="space-between" align="start">
          <Box minW="0">
            <Sentence notices={notices} text={text} />
            <Previews notices={notices} />
            <Text textStyle="xs" color="fg.subtle">
              <RelativeTime value={notice.at} />
              {isGone(notice) && <span>{`${DOT}since deleted`}</span>}
            </Text>
          </Box>
          {!notice.read && <MarkRead text={text} onMark={onMark} />}
        </Flex>
        {notice.kind === 'no-answer' && notice.clientId !== null && <PhoneLink clientId={notice.clientId} />}
        {onReplied && notice.clientId !== null && (
          <Box mt="1.5">
            <Reply clientId={notice.clientId} clientName={notice.clientName ?? ''} onSent={onReplied} />
          </Box>
        )}
      </Box>
    </Flex>
  );
}
