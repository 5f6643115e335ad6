import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Conversation } from '../../parts/conversation.tsx';
import { PageLoading } from '../../ui/page-loading.tsx';
import { ErrorState } from '../../ui/state.tsx';
import { useSeen } from '../../ui/use-seen.ts';
import { useAccess } from './access.ts';
import { ANCHORS } from './anchors.ts';
import { markRead, messagesQuery, sendMessage } from './queries.ts';
import { Section } from './section.tsx';
import { UnreadBadge, useUnread } from './unread.tsx';

function Thread() {
  const { token, portal } = useAccess();
  const { id } = portal.client;
  const thread = useInfiniteQuery(messagesQuery(id, token));
  const { data, isPending, error, refetch } = thread;
  const { mutateAsync } = useMutation(sendMessage);
  if (isPending) return <PageLoading label="Loading messages..." />;
  if (!data) return <ErrorState title="Your messages could not be loaded" error={error} onRetry={refetch} />;
  const send = (content: string) => mutateAsync({ params: { id }, body: { content }, token });
  return (
    <Conversation
      messages={data}
      earlier={thread}
      own="client"
      other={portal.adviser.name}
      onSend={token ? send : undefined}
    />
  );
}

/** Marks the adviser's messages as read while somebody can see them. */
function useReading(isSeen: boolean) {
  const { token, portal } = useAccess();
  const { id } = portal.client;
  const unread = useUnread();
  const { mutate } = useMutation(markRead);
  useEffect(() => {
    if (token && isSeen && unread > 0) mutate({ params: { id }, token });
  }, [isSeen, unread, id, token, mutate]);
}

/** The client's conversation with the adviser, which is also how to ask for help. */
export function MessagesSection() {
  const section = useRef<HTMLDivElement>(null);
  useReading(useSeen(section));
  return (
    <Section ref={section} title="Messages" badge={<UnreadBadge />} id={ANCHORS.messages} scrollMarginTop="4">
      <Thread />
    </Section>
  );
}
