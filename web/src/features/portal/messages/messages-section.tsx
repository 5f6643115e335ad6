import { Box } from '@chakra-ui/react/box';
import { Button, IconButton } from '@chakra-ui/react/button';
import { Text } from '@chakra-ui/react/text';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { ArrowLeft, MessageCircle } from 'lucide-react';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { NO_MESSAGES } from '../../../parts/status/no-messages.ts';
import { useSeen, useVisible } from '../../../ui/feedback/use-seen.ts';
import { Words } from '../../../ui/text/words.tsx';
import { useAccess } from '../access.ts';
import { ANCHORS } from '../anchors.tsx';
import { preloadedPart } from '../preloaded-part.tsx';
import { markRead, messagesQuery } from '../queries.ts';
import { Section } from '../section.tsx';
import { sayAwayUntil } from './away-until.ts';
import { MessagesLink, UnreadBadge, useMessagesView, useUnread } from './full-screen.tsx';
import { useNameOf } from './sender.ts';

const Thread = preloadedPart(() => import('./thread.tsx'), '400px');

/** Focuses the title of a part that fills the screen, and restores the focus afterwards. */
function useFullScreenFocus(part: RefObject<HTMLElement | null>, isFull: boolean) {
  const from = useRef<Element | null>(null);
  // Runs before the browser takes the focus off the hidden element.
  useLayoutEffect(() => {
    if (isFull) from.current = document.activeElement;
  }, [isFull]);
  useEffect(() => {
    const title = part.current?.querySelector('h2');
    if (isFull) return title?.focus({ preventScroll: true });
    const back = from.current instanceof HTMLElement && from.current !== document.body ? from.current : title;
    if (from.current) back?.focus({ preventScroll: true });
    from.current = null;
  }, [part, isFull]);
}

/** Marks the adviser's messages as read while they are visible. */
function useReading(isSeen: boolean) {
  const { token, portal } = useAccess();
  const { id } = portal.client;
  const unread = useUnread();
  const { mutate } = useMutation(markRead);
  useEffect(() => {
    if (token && isSeen && unread > 0) mutate({ params: { id }, token });
  }, [isSeen, unread, id, token, mutate]);
}

function useLast() {
  const { token, portal } = useAccess();
  const { data } = useInfiniteQuery(messagesQuery(portal.client.id, token));
  return { last: data?.at(-1), isLoaded: data !== undefined };
}

function Teaser() {
  const { last, isLoaded } = useLast();
  const nameOf = useNameOf();
  return (
    <Text minH="1lh">
      {last ? (
        <Words color="fg.muted" lineClamp={2}>
          {`${last.senderType === 'client' ? `${nameOf(last)}: ` : ''}${last.content}`}
        </Words>
      ) : (
        isLoaded && NO_MESSAGES
      )}
    </Text>
  );
}

const OpenLink = () => {
  const { last } = useLast();
  return (
    <Button asChild size="lg" variant="outline" px="3" ms="auto">
      <MessagesLink>
        <MessageCircle aria-hidden />
        <span>{last ? 'Open Messages' : 'Write a Message'}</span>
      </MessagesLink>
    </Button>
  );
};

const FULL = {
  visibility: 'visible',
  position: 'fixed',
  insetX: '0',
  top: 'var(--view-top, 0)',
  height: 'var(--view-height, 100dvh)',
  zIndex: 'docked',
  display: 'flex',
  flexDirection: 'column',
  borderRadius: '0',
  borderWidth: '0',
  px: '4',
  pt: '2',
  pb: 'calc({spacing.3} + env(safe-area-inset-bottom))',
} as const;

/** Says until when the adviser is away, and who reads the messages meanwhile. */
function Away() {
  const { name, away } = useAccess().portal.adviser;
  if (!away) return null;
  return (
    <Words as="p" bg="brand.subtle" borderRadius="l2" p="3" mb="3" overflowY="auto">
      {`${name} is away until ${sayAwayUntil(away.until, new Date())}. ${away.colleague} looks after your messages.`}
    </Words>
  );
}

/** Conversation with the adviser: in a column on wide screens, otherwise a teaser with a full-screen view. */
export function MessagesSection() {
  const section = useRef<HTMLDivElement>(null);
  const { isWide, isOpen, close } = useMessagesView();
  const isTeaser = !isWide && !isOpen;
  const [wasOpen, setWasOpen] = useState(false);
  if (isOpen && !wasOpen) setWasOpen(true);
  const isSeen = useSeen(section);
  const isVisible = useVisible();
  useReading(isWide ? isSeen : isOpen && isVisible);
  useFullScreenFocus(section, isOpen);
  return (
    <Section
      ref={section}
      title="Messages"
      badge={
        <>
          <UnreadBadge />
          {isTeaser && <OpenLink />}
        </>
      }
      id={ANCHORS.messages}
      before={
        isOpen && (
          <IconButton aria-label="Back to your page" variant="ghost" size="lg" ms="-2" onClick={close}>
            <ArrowLeft aria-hidden />
          </IconButton>
        )
      }
      {...(isOpen && FULL)}
    >
      <Away />
      {isTeaser && <Teaser />}
      {(isWide || wasOpen) && (
        // Hidden but mounted, so that typed text is kept while the view is closed.
        <Box display={isWide || isOpen ? 'contents' : 'none'}>
          <Thread section={section} fills={isOpen} />
        </Box>
      )}
    </Section>
  );
}
