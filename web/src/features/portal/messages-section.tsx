import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Conversation } from '../../parts/conversation.tsx';
import { PageLoading } from '../../ui/page-loading.tsx';
import { ErrorState } from '../../ui/state.tsx';
import { useAccess } from './access.ts';
import { ANCHORS } from './next-step-card.tsx';
import { messagesQuery, sendMessage } from './queries.ts';
import { Section } from './section.tsx';

function Thread() {
  const { token, portal } = useAccess();
  const { id } = portal.client;
  const thread = useInfiniteQuery(messagesQuery(id, token));
  const { data, isPending, error, refetch } = thread;
  const { mutateAsync } = useMutation(sendMessage);
  if (isPending) return <PageLoading label="Loading messages..." />;
  if (!data) return <ErrorState title="Your messages could not be loaded" error={error} onRetry={refetch} />;
  const send = (content: string) => mutateAsync({ params: { id }, body: { content }, token });
  return <Conversation messages={data} earlier={thread} own="client" other={portal.adviser.name} onSend={send} />;
}

/** The client's conversation with the adviser, which is also how to ask for help. */
export const MessagesSection = () => (
  <Section title="Messages" id={ANCHORS.messages} scrollMarginTop="4">
    <Thread />
  </Section>
);
