import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { MessageCircle, Send } from 'lucide-react';
import {
  type KeyboardEvent,
  type RefObject,
  type SubmitEvent,
  use,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { Message } from '#shared/contract/messages.ts';
import { isVisible } from '#shared/rules/text.ts';
import { useBusy } from '../../lib/screen/use-busy.ts';
import { useDraft } from '../../lib/storage/drafts.ts';
import { formatDateTime, formatMoment } from '../../lib/text/format.ts';
import { Textarea } from '../../ui/eager/controls.tsx';
import { EmptyState } from '../../ui/eager/state.tsx';
import { type Earlier, EarlierButton } from '../../ui/feedback/earlier-button.tsx';
import { DraftNote } from '../../ui/form/draft-note.tsx';
import { useOverflow } from '../../ui/layout/use-overflow.ts';
import { DayFormat, RelativeTime } from '../../ui/text/relative-time.tsx';
import { Words } from '../../ui/text/words.tsx';
import { useSending } from './use-sending.ts';

const SCROLL_DELAY_MS = 100;
/** How far from its end a thread still counts as being at it, in pixels. */
const NEAR = 24;

/**
 * Brings the newest message into view when the thread is opened, when it is one's own, and while the thread is at its end
 * (product 9). Where one reads further up the place stays, and `isBelow` says that there is something newer.
 */
function useNewestInView(box: RefObject<HTMLElement | null>, newest: Message | undefined, own: Message['senderType']) {
  const atEnd = useRef(true);
  const [isBelow, setBelow] = useState(false);
  const onScroll = () => {
    const { scrollHeight = 0, scrollTop = 0, clientHeight = 0 } = box.current ?? {};
    atEnd.current = scrollHeight - scrollTop - clientHeight < NEAR;
    if (atEnd.current) setBelow(false);
  };
  const toNewest = () => {
    box.current?.scrollTo({ top: box.current.scrollHeight });
    box.current?.focus({ preventScroll: true });
  };
  const id = newest?.id;
  const isOwn = newest?.senderType === own;
  // The delay starts as the message is drawn.
  useLayoutEffect(() => {
    if (id === undefined) return;
    if (!atEnd.current && !isOwn) return setBelow(true);
    const timer = setTimeout(() => box.current?.scrollTo({ top: box.current.scrollHeight }), SCROLL_DELAY_MS);
    return () => clearTimeout(timer);
  }, [box, id, isOwn]);
  return { isBelow, onScroll, toNewest };
}

/** Keeps what is in view where it is when messages come or go before it; `box` is what scrolls, and positions its content. */
function usePlaceKept(box: RefObject<HTMLElement | null>, messages: readonly Message[]) {
  const tops = useRef(new Map<string, number>());
  const first = useRef<string>(undefined);
  useLayoutEffect(() => {
    const items = box.current?.querySelectorAll('li');
    const now = new Map(messages.map(({ id }, i) => [id, items?.[i]?.offsetTop ?? 0]));
    const [kept] = messages.filter(({ id }) => tops.current.has(id));
    const moved = kept ? (now.get(kept.id) ?? 0) - (tops.current.get(kept.id) ?? 0) : 0;
    if (messages[0]?.id !== first.current && box.current) box.current.scrollTop += moved;
    tops.current = now;
    first.current = messages[0]?.id;
  });
}

const OWN = { alignSelf: 'flex-end', bg: 'bg.own', color: 'fg.onOwn', borderEndEndRadius: 'xs' } as const;
const OTHER = { alignSelf: 'flex-start', bg: 'bg.muted', color: 'fg', borderEndStartRadius: 'xs' } as const;

/** Backgrounds are not drawn in forced colours. */
const FORCED_COLORS = { '@media (forced-colors: active)': { border: '1px solid' } };

interface BubbleProps {
  message: Message;
  own: boolean;
  /** Set while the server has not taken it. */
  isPending: boolean;
  sender: string;
  /** Whether it was there before the thread was opened further back: screen readers do not read all of those out. */
  isEarlier: boolean;
  /** When the other side saw it, where that is to be told. */
  seenAt: string | null;
}

function Seen({ at }: { at: string }) {
  const formatDay = use(DayFormat);
  return (
    <Text order="1" textStyle="xs" color="fg.subtle" alignSelf="flex-end">
      <time dateTime={at} title={formatDateTime(at, formatDay)}>
        {`Seen ${formatMoment(at, new Date(), formatDay)}`}
      </time>
    </Text>
  );
}

/** A message as its writer's side and the other see it. */
const Bubble = ({ message, own, isPending, sender, isEarlier, seenAt }: BubbleProps) => (
  <Flex as="li" direction="column" gap="1" aria-live={isEarlier ? 'off' : undefined}>
    {/* Below the text on the screen, and before it for screen readers: who says it comes first. */}
    <Text order="1" textStyle="xs" color="fg.subtle" alignSelf={own ? 'flex-end' : 'flex-start'}>
      <Words>{sender}</Words>
      {isPending ? (
        <span> · Sending...</span>
      ) : (
        <span>
          {' '}
          · <RelativeTime value={message.createdAt} />
        </span>
      )}
    </Text>
    <Box
      maxW="70%"
      px="3.5"
      py="2"
      borderRadius="l3"
      opacity={isPending ? 0.7 : undefined}
      transition="opacity 0.2s"
      css={FORCED_COLORS}
      {...(own ? OWN : OTHER)}
    >
      <Words as="p" whiteSpace="pre-wrap">
        {message.content}
      </Words>
    </Box>
    {seenAt && <Seen at={seenAt} />}
  </Flex>
);

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
  const ready = isVisible(content) && !busy;
  const submit = async (event: SubmitEvent | KeyboardEvent) => {
    event.preventDefault();
    if (!ready) return;
    // It is in the thread from now on, or here again where it did not get through.
    draft.take();
    const isSent = await run(() => onSend(content));
    draft.type((typed) => (isSent ? typed : typed ? `${content}\n${typed}` : content));
  };
  return { draft, busy, submit, ready };
}

const isSend = (event: KeyboardEvent) => event.key === 'Enter' && !event.shiftKey;

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
        <span>{busy ? 'Sending...' : 'Send'}</span>
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
      New Message <span aria-hidden>↓</span>
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
