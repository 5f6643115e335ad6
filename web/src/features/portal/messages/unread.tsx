import { Text } from '@chakra-ui/react/text';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { useAccess } from '../access.ts';
import { messagesQuery } from '../queries.ts';

/** How many of the adviser's messages the client has not read, of those that are loaded. */
export function useUnread(): number {
  const { token, portal } = useAccess();
  const { data = [] } = useInfiniteQuery(messagesQuery(portal.client.id, token));
  return data.filter(({ senderType, read }) => senderType === 'adviser' && !read).length;
}

/** A large button enlarges every icon in it. */
const SMALL_ICON = { '& svg': { boxSize: '13px' } };

/** "2 new", while there are messages of the adviser that the client has not read. */
export function UnreadBadge() {
  const unread = useUnread();
  if (unread === 0) return null;
  return (
    <Text as="span" css={SMALL_ICON}>
      <Badge tone="brand" icon={Mail}>
        {unread} new
        <Text as="span" srOnly>
          {unread === 1 ? ' message' : ' messages'}
        </Text>
      </Badge>
    </Text>
  );
}
