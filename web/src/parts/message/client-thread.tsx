import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Message } from '#shared/contract/messages.ts';
import { ErrorState, Skeletons } from '../../ui/eager/state.tsx';
import { useMe } from '../account/me.ts';
import { markMessagesRead, messagesQuery, sendMessage } from './client-messages.ts';
import { Conversation, YOU } from './conversation.tsx';

interface Props {
  id: string;
  name: string;
  /** Set while the thread is visible: the client's messages are then marked as read. */
  isSeen: boolean;
  /** Set if the thread is shown within a list. */
  inPlace?: boolean;
  onSent?: () => void;
}

function useReading(id: string, messages: readonly Message[], isSeen: boolean) {
  const unread = messages.filter(({ senderType, read }) => senderType === 'client' && !read).length;
  const { mutate } = useMutation(markMessagesRead);
  useEffect(() => {
    if (isSeen && unread > 0) mutate({ params: { id } });
  }, [isSeen, unread, id, mutate]);
}

export default function ClientThread({ id, name, isSeen, inPlace = false, onSent }: Props) {
  const thread = useInfiniteQuery(messagesQuery(id));
  const { data, error, refetch } = thread;
  useReading(id, data ?? [], isSeen);
  const { mutateAsync } = useMutation(sendMessage);
  const me = useMe();
  const senderOf = ({ senderType, senderId, senderName }: Message) => {
    if (senderType === 'client') return (senderId !== id && senderName) || name;
    return (senderId !== me.id && senderName) || YOU;
  };
  const send = async (content: string) => {
    const message = await mutateAsync({ params: { id }, body: { content } });
    onSent?.();
    return message;
  };
  if (!data && error) return <ErrorState title="The messages could not be loaded" error={error} onRetry={refetch} />;
  if (!data) return <Skeletons count={1} height={inPlace ? '64' : '400px'} />;
  return (
    <Conversation
      messages={data}
      earlier={thread}
      own="adviser"
      other={name}
      senderOf={senderOf}
      onSend={send}
      inPlace={inPlace}
      draft={`message/${id}`}
    />
  );
}
