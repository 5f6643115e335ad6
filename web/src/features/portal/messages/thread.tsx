import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import type { RefObject } from 'react';
import type { Message } from '#shared/contract/messages.ts';
import { Conversation } from '../../../parts/message/conversation.tsx';
import { ErrorState, PageLoading } from '../../../ui/eager/state.tsx';
import { useAccess } from '../access.ts';
import { messagesQuery } from '../queries.ts';
import { useFillScreen } from './fill-screen.ts';
import { sendMessage } from './queries.ts';
import { useNameOf } from './sender.ts';

/** The client's conversation; `fills` is set if its section has the whole screen. */
export default function Thread({ section, fills }: { section: RefObject<HTMLElement | null>; fills: boolean }) {
  useFillScreen(section, fills);
  const { token, portal } = useAccess();
  const { id } = portal.client;
  const thread = useInfiniteQuery(messagesQuery(id, token));
  const { data, isPending, error, refetch } = thread;
  const { mutateAsync } = useMutation(sendMessage);
  const nameOf = useNameOf();
  if (isPending) return <PageLoading label="Loading messages..." />;
  if (!data) return <ErrorState title="Your messages could not be loaded" error={error} onRetry={refetch} />;
  const senderOf = (message: Message) =>
    message.senderType === 'client' ? nameOf(message) : (message.senderName ?? portal.adviser.name);
  const send = (content: string) => mutateAsync({ params: { id }, body: { content }, token });
  return (
    <Conversation
      messages={data}
      earlier={thread}
      own="client"
      other={portal.adviser.name}
      senderOf={senderOf}
      onSend={token ? send : undefined}
      fills={fills}
      draft="message"
    />
  );
}
