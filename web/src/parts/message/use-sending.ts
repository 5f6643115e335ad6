import { useState } from 'react';
import type { Message } from '#shared/contract/messages.ts';

type Shown = Message & { key: string; isPending: boolean };

interface Sending {
  key: string;
  content: string;
  at: string;
  id?: string;
}

/** Shows messages optimistically, under stable keys. Removes a refused message; `send` then rejects. */
export function useSending(
  messages: readonly Message[],
  own: Message['senderType'],
  onSend: ((content: string) => Promise<Message>) | undefined,
) {
  const [sent, setSent] = useState<readonly Sending[]>([]);
  const send = async (content: string) => {
    const key = `sent-${sent.length}`;
    setSent((all) => [...all, { key, content, at: new Date().toISOString() }]);
    try {
      const message = await onSend?.(content);
      setSent((all) => all.map((item) => (item.key === key ? { ...item, id: message?.id } : item)));
    } catch (error) {
      setSent((all) => all.filter((item) => item.key !== key));
      throw error;
    }
  };
  const keyOf = (id: string) => sent.find((item) => item.id === id)?.key ?? id;
  const unconfirmed = sent.filter(({ id }) => id === undefined || !messages.some((message) => message.id === id));
  const shown: Shown[] = [
    ...messages.map((message) => ({ ...message, key: keyOf(message.id), isPending: false })),
    ...unconfirmed.map(({ key, content, at }) => ({
      key,
      id: key,
      clientId: '',
      senderId: '',
      senderType: own,
      senderName: null,
      content,
      read: false,
      readAt: null,
      createdAt: at,
      isPending: true,
    })),
  ];
  return { shown, send };
}
