import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Conversation } from '../../../parts/conversation.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { ErrorState, Skeletons } from '../../../ui/state.tsx';
import { useClient } from '../client-context.ts';
import { messagesQuery, sendMessage } from './queries.ts';

/** The conversation with the client (product 2). */
export function MessagesPanel() {
  const { id, name } = useClient().client;
  const thread = useInfiniteQuery(messagesQuery(id));
  const { data, error, refetch } = thread;
  const { mutateAsync } = useMutation(sendMessage);
  const send = (content: string) => mutateAsync({ params: { id }, body: { content } });
  return (
    <Panel title="Messages">
      {data && <Conversation messages={data} earlier={thread} own="adviser" other={name} onSend={send} />}
      {!data && error && <ErrorState title="The messages could not be loaded" error={error} onRetry={refetch} />}
      {!data && !error && <Skeletons count={1} height="400px" />}
    </Panel>
  );
}
