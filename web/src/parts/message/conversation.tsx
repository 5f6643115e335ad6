import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { MessageCircle, Send } from 'lucide-react';
import { type KeyboardEvent, type SubmitEvent, use, useId, useRef, useState } from 'react';
import type { Message } from '#shared/contract/messages.ts';
import { isVisible } from '#shared/rules/text.ts';
import { useDraft } from '../../lib/drafts/drafts.ts';
import { useBusy } from '../../lib/screen/use-busy.ts';
import { DOT, formatDateTime, formatMoment } from '../../lib/text/format.ts';
import { Textarea } from '../../ui/eager/controls.tsx';
import { EmptyState } from '../../ui/eager/state.tsx';
import { EarlierButton } from '../../ui/feedback/earlier-button.tsx';
import type { FurtherPages } from '../../ui/feedback/next-page-button.tsx';
import { DraftNote } from '../../ui/form/draft-note.tsx';
import { useOverflow } from '../../ui/layout/use-overflow.ts';
import { DayFormat, RelativeTime } from '../../ui/text/relative-time.tsx';
import { Words } from '../../ui/text/words.tsx';
import { NO_MESSAGES } from '../status/no-messages.ts';
import { useNewestInView, useStableScroll } from './thread-scroll.ts';
import { useSending } from './use-sending.ts';

const OWN = { alignSelf: 'flex-end', bg: 'bg.own', color: 'fg.onOwn', borderEndEndRadius: 'xs' } as const;
const OTHER = { alignSelf: 'flex-start', bg: 'bg.muted', color: 'fg', borderEndStartRadius: 'xs' } as const;

/** Forced colours remove backgrounds. */
const FORCED_COLORS = { '@media (forced-colors: active)': { border: '1px solid' } };

interface BubbleProps {
  message: Message;
  own: boolean;
  isPending: boolean;
  sender: string;
  /** True for messages loaded from earlier pages, which screen readers must not announce. */
  isEarlier: boolean;
  /** Time at which the other side saw it, only for the last seen message. */
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

const Bubble = ({ message, own, isPending, sender, isEarlier, seenAt }: BubbleProps) => (
  <Flex as="li" direction="column" gap="1" aria-live={isEarlier ? 'off' : undefined}>
    {/* Below the text on the screen, but before it in the DOM, so that screen readers say the sender first. */}
    <Text order="1" textStyle="xs" color="fg.subtle" alignSelf={own ? 'flex-end' : 'flex-start'}>
      <Words>{sender}</Words>
      {isPending ? (
        <span>{`${DOT}Sending...`}</span>
      ) : (
        <span>
          {DOT}
          <RelativeTime value={message.createdAt} />
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

export const YOU = 'You';

interface Props {
  messages: readonly Message[];
  earlier: FurtherPages;
  /** Side of the person who reads and writes here. */
  own: Message['senderType'];
  other: string;
  /** Names the sender of a message, who may be somebody else on either side. */
  senderOf: (message: Message) => string;
  /** Sends a message; the typed text is kept if it fails. Undefined in a read-only thread. */
  onSend: ((content: string) => Promise<Message>) | undefined;
  /** Fills the remaining height, instead of 400 px. */
  fills?: boolean;
  /** Within a list: takes up to 256 px, and focuses the field. */
  inPlace?: boolean;
  /** Draft key of the unsent message. */
  draft: string;
}

type OnSend = (content: string) => Promise<unknown>;

function useMessage(draftName: string, onSend: OnSend) {
  const draft = useDraft(draftName);
  const [busy, run] = useBusy();
  const content = draft.text.trim();
  const ready = isVisible(content) && !busy;
  const submit = async (event: SubmitEvent | KeyboardEvent) => {
    event.preventDefault();
    if (!ready) return;
    // The message is shown in the thread now, and returns to the field if it fails.
    draft.take();
    const isSent = await run(() => onSend(content));
    draft.type((typed) => (isSent ? typed : typed ? `${content}\n${typed}` : content));
  };
  return { draft, busy, submit, ready };
}

/** Without a keyboard, only the return key makes new lines. */
const isTouchOnly = () => window.matchMedia('(hover: none) and (pointer: coarse)').matches;

const isSend = (event: KeyboardEvent) => event.key === 'Enter' && !event.shiftKey && !isTouchOnly();

/** With large text, the button goes below the field: 16rem leave it 9rem beside the button. */
const NARROW = '@container (max-width: 16rem)';

function Composer({
  draftName,
  onSend,
  autoFocus,
}: {
  draftName: string;
  onSend: OnSend;
  autoFocus: boolean | undefined;
}) {
  const id = useId();
  const { draft, busy, submit, ready } = useMessage(draftName, onSend);
  const field = useRef<HTMLTextAreaElement>(null);
  // Keeps the focus, as the button is disabled while sending and until there is a new text.
  const send = (event: SubmitEvent) => {
    field.current?.focus();
    void submit(event);
  };
  return (
    <Box containerType="inline-size" mt="3">
      <chakra.form
        onSubmit={send}
        display="grid"
        gridTemplateColumns="minmax(0, 1fr) auto"
        gap="2"
        alignItems="end"
        css={{ [NARROW]: { gridTemplateColumns: 'minmax(0, 1fr)' } }}
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
          enterKeyHint={isTouchOnly() ? undefined : 'send'}
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
    </Box>
  );
}

const ToNewest = ({ onClick }: { onClick: () => void }) => (
  <Flex height="0" justify="center" align="end" position="relative">
    <Button size="xs" borderRadius="full" boxShadow="md" mb="2" onClick={onClick}>
      New Message <span aria-hidden>↓</span>
    </Button>
  </Flex>
);

/** Number of messages before the one that was first when the thread was opened. */
function useCountOfEarlier(messages: readonly Message[]) {
  const [first] = useState(messages[0]?.id);
  return Math.max(
    0,
    messages.findIndex(({ id }) => id === first),
  );
}

export function Conversation({ messages, earlier, own, other, senderOf, onSend, fills, inPlace, draft }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const { shown, send } = useSending(messages, own, onSend);
  const { isBelow, onScroll, toNewest } = useNewestInView(box, shown.at(-1), own);
  useStableScroll(box, messages);
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
          <EmptyState icon={MessageCircle} title={NO_MESSAGES}>
            <Text>
              Anything you write here goes to <Words>{other}</Words>.
            </Text>
          </EmptyState>
        )}
        {earlier.hasNextPage && (
          <EarlierButton
            key={messages[0]?.id}
            noun="messages"
            list={earlier}
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
                sender={message.isPending ? YOU : senderOf(message)}
                isEarlier={i < earlierCount}
                seenAt={message.id === seen?.id ? message.readAt : null}
              />
            ))}
          </Grid>
        )}
      </Box>
      {isBelow && <ToNewest onClick={toNewest} />}
      {onSend && <Composer draftName={draft} onSend={send} autoFocus={inPlace} />}
    </>
  );
}
