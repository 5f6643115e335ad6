import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { MessageCircle, Send } from 'lucide-react';
import { type KeyboardEvent, type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import type { Message } from '#shared/contract/messages.ts';
import { useBusy } from '../lib/use-busy.ts';
import { Textarea } from '../ui/controls.tsx';
import { type Earlier, EarlierButton } from '../ui/earlier-button.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { EmptyState } from '../ui/state.tsx';
import { useOverflow } from '../ui/use-overflow.ts';
import { Words } from '../ui/words.tsx';
import { usePlaceKept } from './use-place-kept.ts';

const SCROLL_DELAY_MS = 100;

const OWN = { alignSelf: 'flex-end', bg: 'brand.solid', color: 'brand.contrast', borderEndEndRadius: 'xs' } as const;
const OTHER = { alignSelf: 'flex-start', bg: 'bg.muted', color: 'fg', borderEndStartRadius: 'xs' } as const;

interface BubbleProps {
  message: Message;
  own: boolean;
  sender: string;
  /** Whether it was there before the thread was opened further back: screen readers do not read all of those out. */
  isEarlier: boolean;
}

const Bubble = ({ message, own, sender, isEarlier }: BubbleProps) => (
  <Flex as="li" direction="column" gap="1" aria-live={isEarlier ? 'off' : undefined}>
    <Box maxW="70%" px="3.5" py="2" borderRadius="l3" {...(own ? OWN : OTHER)}>
      <Words as="p" whiteSpace="pre-wrap">
        {message.content}
      </Words>
    </Box>
    <Text textStyle="xs" color="fg.subtle" alignSelf={own ? 'flex-end' : 'flex-start'}>
      <Words>{sender}</Words> · <RelativeTime value={message.createdAt} />
    </Text>
  </Flex>
);

function useNewestInView(newest: string | undefined) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const scroll = () => newest && box.current?.scrollTo({ top: box.current.scrollHeight });
    const timer = setTimeout(scroll, SCROLL_DELAY_MS);
    return () => clearTimeout(timer);
  }, [newest]);
  return box;
}

interface Props {
  messages: readonly Message[];
  /** The pages before them. */
  earlier: Earlier;
  /** The side that reads and writes here. */
  own: Message['senderType'];
  /** Name of the person on the other side. */
  other: string;
  /** Sends a message; what was typed stays where it fails. */
  onSend: (content: string) => Promise<unknown>;
}

function useDraft(onSend: Props['onSend']) {
  const [draft, setDraft] = useState('');
  const [busy, run] = useBusy();
  const content = draft.trim();
  const submit = async (event: SubmitEvent | KeyboardEvent) => {
    event.preventDefault();
    if (content && (await run(() => onSend(content)))) setDraft('');
  };
  return { draft, setDraft, busy, submit, ready: content !== '' && !busy };
}

const isSend = (event: KeyboardEvent) => event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing;

function Composer({ onSend }: Pick<Props, 'onSend'>) {
  const id = useId();
  const { draft, setDraft, busy, submit, ready } = useDraft(onSend);
  const field = useRef<HTMLTextAreaElement>(null);
  // The button is disabled while the message is under way, and then until there is another.
  const send = (event: SubmitEvent) => {
    field.current?.focus();
    void submit(event);
  };
  return (
    <chakra.form onSubmit={send} display="flex" gap="2" alignItems="flex-end" mt="3">
      <chakra.label htmlFor={id} srOnly>
        Message
      </chakra.label>
      <Textarea
        ref={field}
        id={id}
        rows={2}
        maxH="32"
        enterKeyHint="send"
        placeholder="Type your message..."
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={(event) => isSend(event) && submit(event)}
      />
      <Button type="submit" disabled={!ready} aria-busy={busy}>
        <Send aria-hidden />
        {busy ? 'Sending...' : 'Send'}
      </Button>
    </chakra.form>
  );
}

/** How many messages have come before the one that was the first when the thread was opened. */
function useCountOfEarlier(messages: readonly Message[]) {
  const [first] = useState(messages[0]?.id);
  return Math.max(
    0,
    messages.findIndex(({ id }) => id === first),
  );
}

/** The messages between a client and its adviser, newest last, and a field to write one (product 2, 9). */
export function Conversation({ messages, earlier, own, other, onSend }: Props) {
  const box = useNewestInView(messages.at(-1)?.id);
  usePlaceKept(box, messages);
  const overflows = useOverflow(box, messages.length > 0);
  const earlierCount = useCountOfEarlier(messages);
  return (
    <>
      <Text role="status" srOnly>
        {earlierCount > 0 && `Earlier messages shown: ${earlierCount}`}
      </Text>
      <Box
        ref={box}
        role="log"
        aria-label="Conversation"
        tabIndex={overflows ? 0 : -1}
        position="relative"
        height="400px"
        overflowY="auto"
        overflowAnchor="none"
      >
        {messages.length === 0 && (
          <EmptyState icon={MessageCircle} title="No messages yet">
            <Text>
              Anything you write here goes to <Words>{other}</Words>.
            </Text>
          </EmptyState>
        )}
        {earlier.hasNextPage && (
          <EarlierButton
            key={messages[0]?.id}
            what="messages"
            thread={earlier}
            onShow={earlier.fetchNextPage}
            next={() => box.current}
          />
        )}
        {messages.length > 0 && (
          <Grid as="ul" gap="3" pe="1" listStyleType="none">
            {messages.map((message, i) => (
              <Bubble
                key={message.id}
                message={message}
                own={message.senderType === own}
                sender={message.senderType === own ? 'You' : other}
                isEarlier={i < earlierCount}
              />
            ))}
          </Grid>
        )}
      </Box>
      <Composer onSend={onSend} />
    </>
  );
}
