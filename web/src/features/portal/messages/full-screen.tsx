import { chakra, type HTMLChakraProps } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { useLocation, useNavigate } from 'react-router';
import { useWide } from '../../../lib/screen/use-wide.ts';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { useAccess } from '../access.ts';
import { ANCHORS, goTo } from '../anchors.tsx';
import { messagesQuery } from '../queries.ts';

const HASH = `#${ANCHORS.messages}`;
/** History state of an entry made by opening the view, so that closing goes back to the entry before. */
const OPENED = { opened: true };

/** Full-screen view of the messages on narrow screens. Has its own address, so that Back closes it. */
export function useMessagesView() {
  const isWide = useWide('lg');
  const { hash, state } = useLocation();
  const navigate = useNavigate();
  const options = { preventScrollReset: true };
  return {
    isWide,
    isOpen: hash === HASH && !isWide,
    open: () => (isWide ? goTo(ANCHORS.messages) : void navigate(HASH, { ...options, state: OPENED })),
    close: () => void (state?.opened ? navigate(-1) : navigate({ hash: '' }, { ...options, replace: true })),
  };
}

export function MessagesLink(props: HTMLChakraProps<'a'>) {
  const { open } = useMessagesView();
  return (
    <chakra.a
      href={`#${ANCHORS.messages}`}
      onClick={(event) => {
        event.preventDefault();
        open();
      }}
      {...props}
    />
  );
}

/** Counts the adviser's unread messages among those loaded. */
export function useUnread(): number {
  const { token, portal } = useAccess();
  const { data = [] } = useInfiniteQuery(messagesQuery(portal.client.id, token));
  return data.filter(({ senderType, read }) => senderType === 'adviser' && !read).length;
}

/** Overrides the large button, which enlarges every icon in it. */
const SMALL_ICON = { '& svg': { boxSize: '0.8125rem' } };

export function UnreadBadge() {
  const unread = useUnread();
  if (unread === 0) return null;
  return (
    <Text as="span" css={SMALL_ICON}>
      <Badge tone="brand" icon={Mail}>
        <span>{`${unread} new`}</span>
        <Text as="span" srOnly>
          {unread === 1 ? ' message' : ' messages'}
        </Text>
      </Badge>
    </Text>
  );
}
