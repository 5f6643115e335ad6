import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Message } from '#shared/contract/messages.ts';
import { Conversation } from '../../../parts/conversation.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { ErrorState, Skeletons } from '../../../ui/state.tsx';
import { useClient } from '../client-context.ts';
import { usePanel } from '../use-place.tsx';
import { markMessagesRead, messagesQuery, sendMessage } from './queries.ts';

/** Marks the client's messages read while somebody can see them. */
function useReading(id: string, messages: readonly Message[], isSeen: boolean) {
  const unread = messages.filter(({ senderType, read }) => senderType === 'client' && !read).length;
  const { mutate } = useMutation(markMessagesRead);
  useEffect(() => {
    if (isSeen && unread > 0) mutate({ params: { id } });
  }, [isSeen, unread, id, mutate]);
}

/** The conversation with the client (product 2). */
export function MessagesPanel() {
  const { id, name } = useClient().client;
  const { panel, isSeen } = usePanel('messages');
  const thread = useInfiniteQuery(messagesQuery(id));
  const { data, error, refetch } = thread;
  useReading(id, data ?? [], isSeen);
  const { mutateAsync } = useMutation(sendMessage);
  const send = (content: string) => mutateAsync({ params: { id }, body: { content } });
  return (
    <Panel {...panel} weight="raised" title="Messages">
      {data && (
        <Conversation
          messages={data}
          earlier={thread}
          own="adviser"
          other={name}
          onSend={send}
          draft={`message/${id}`}
        />
      )}
      {!data && error && <ErrorState title="The messages could not be loaded" error={error} onRetry={refetch} />}
      {!data && !error && <Skeletons count={1} height="400px" />}
    </Panel>
  );
}
