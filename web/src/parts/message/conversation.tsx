import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { MessageCircle, Send } from 'lucide-react';
import { type KeyboardEvent, type SubmitEvent, useId, useRef, useState } from 'react';
import type { Message } from '#shared/contract/messages.ts';
import { useBusy } from '../../lib/screen/use-busy.ts';
import { type Earlier, EarlierButton } from '../../ui/feedback/earlier-button.tsx';
import { EmptyState } from '../../ui/feedback/state.tsx';
import { Textarea } from '../../ui/form/controls.tsx';
import { useDraft } from '../../ui/form/draft.ts';
import { DraftNote } from '../../ui/form/draft-note.tsx';
import { useOverflow } from '../../ui/layout/use-overflow.ts';
import { Words } from '../../ui/text/words.tsx';
import { Bubble } from './message-bubble.tsx';
import { useNewestInView } from './use-newest-in-view.ts';
import { usePlaceKept } from './use-place-kept.ts';
import { useSending } from './use-sending.ts';

interface Props {
  messages: readonly Message[];
  /** The pages before them. */
  earlier: Earlier;
  /** The side that reads and writes here. */
  own: Message['senderType'];
  /** Name of the person on the other side. */
  other: string;
  /** Sends a message; what was typed stays where it fails. Absent where one only looks on. */
  onSend: ((content: string) => Promise<Message>) | undefined;
  /** Set where they fill the height that is left, which is 400 px otherwise (product 9). */
  fills?: boolean;
  /** Set where they are opened within a list: they take what they need, up to 256 px, and the field has the focus. */
  inPlace?: boolean;
  /** What the message that is typed is kept as until it is sent. */
  draft: string;
}

type OnSend = (content: string) => Promise<unknown>;

function useMessage(what: string, onSend: OnSend) {
  const draft = useDraft(what);
  const [busy, run] = useBusy();
  const content = draft.text.trim();
  const submit = async (event: SubmitEvent | KeyboardEvent) => {
    event.preventDefault();
    if (!content || busy) return;
    // It is in the thread from now on, or here again where it did not get through.
    draft.take();
    const isSent = await run(() => onSend(content));
    draft.type((typed) => (isSent ? typed : typed ? `${content}\n${typed}` : content));
  };
  return { draft, busy, submit, ready: content !== '' && !busy };
}

const isSend = (event: KeyboardEvent) => event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing;

function Composer({ what, onSend, autoFocus }: { what: string; onSend: OnSend; autoFocus: boolean | undefined }) {
  const id = useId();
  const { draft, busy, submit, ready } = useMessage(what, onSend);
  const field = useRef<HTMLTextAreaElement>(null);
  // The button is disabled while the message is under way, and then until there is another.
  const send = (event: SubmitEvent) => {
    field.current?.focus();
    void submit(event);
  };
  return (
    <chakra.form
      onSubmit={send}
      display="grid"
      gridTemplateColumns="minmax(0, 1fr) auto"
      gap="2"
      alignItems="end"
      mt="3"
    >
      <chakra.label htmlFor={id} srOnly>
        Message
      </chakra.label>
      <Textarea
        ref={field}
        id={id}
        autoFocus={autoFocus}
        size="lg"
        rows={2}
        maxH="32"
        enterKeyHint="send"
        placeholder="Type your message..."
        value={draft.text}
        onChange={(event) => draft.type(event.target.value)}
        onKeyDown={(event) => isSend(event) && submit(event)}
      />
      <Button type="submit" size="lg" disabled={!ready} aria-busy={busy}>
        <Send aria-hidden />
        {busy ? 'Sending...' : 'Send'}
      </Button>
      <Box gridColumn="1 / -1" _empty={{ display: 'none' }}>
        <DraftNote draft={draft} field={field} />
      </Box>
    </chakra.form>
  );
}

/** Leads to what came while one was reading further up. */
const ToNewest = ({ onClick }: { onClick: () => void }) => (
  <Flex height="0" justify="center" align="end" position="relative">
    <Button size="xs" borderRadius="full" boxShadow="md" mb="2" onClick={onClick}>
      New message <span aria-hidden>↓</span>
    </Button>
  </Flex>
);

/** How many messages have come before the one that was the first when the thread was opened. */
function useCountOfEarlier(messages: readonly Message[]) {
  const [first] = useState(messages[0]?.id);
  return Math.max(
    0,
    messages.findIndex(({ id }) => id === first),
  );
}

/** The messages between a client and its adviser, newest last, and a field to write one (product 2, 9). */
export function Conversation({ messages, earlier, own, other, onSend, fills, inPlace, draft }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const { shown, send } = useSending(messages, own, onSend);
  const { isBelow, onScroll, toNewest } = useNewestInView(box, shown.at(-1), own);
  usePlaceKept(box, messages);
  const seen = messages.findLast(({ senderType, readAt }) => senderType === own && readAt);
  const overflows = useOverflow(box, shown.length > 0);
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
        height={fills || inPlace ? undefined : '400px'}
        maxH={inPlace ? '64' : undefined}
        flex={fills ? '1 1 0' : undefined}
        overscrollBehavior={fills ? 'contain' : undefined}
        overflowY="auto"
        overflowAnchor="none"
        onScroll={onScroll}
      >
        {shown.length === 0 && (
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
        {shown.length > 0 && (
          <Grid as="ul" gap="3" pe="1" listStyleType="none">
            {shown.map((message, i) => (
              <Bubble
                key={message.key}
                message={message}
                isPending={message.isPending}
                own={message.senderType === own}
                sender={message.senderType === own ? 'You' : other}
                isEarlier={i < earlierCount}
                seenAt={message.id === seen?.id ? message.readAt : null}
              />
            ))}
          </Grid>
        )}
      </Box>
      {isBelow && <ToNewest onClick={toNewest} />}
      {onSend && <Composer what={draft} onSend={send} autoFocus={inPlace} />}
    </>
  );
}
