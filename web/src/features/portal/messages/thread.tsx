import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Conversation } from '../../../parts/message/conversation.tsx';
import { PageLoading } from '../../../ui/feedback/page-loading.tsx';
import { ErrorState } from '../../../ui/feedback/state.tsx';
import { useAccess } from '../access.ts';
import { messagesQuery, sendMessage } from '../queries.ts';

/** The client's messages and the field to write one; `fills` where they have the screen to themselves. */
export function Thread({ fills }: { fills: boolean }) {
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
      fills={fills}
      draft="message"
    />
  );
}
