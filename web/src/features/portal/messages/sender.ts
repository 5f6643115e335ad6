import type { Message } from '#shared/contract/messages.ts';
import { usePersonId } from '../access.ts';

type Sent = Pick<Message, 'senderId' | 'senderName'>;

/** Names who wrote a message of the client's people. Those from before names were kept are shown as the reader's. */
export function useNameOf() {
  const personId = usePersonId();
  return ({ senderId, senderName }: Sent) => (senderId !== personId && senderName) || 'You';
}
