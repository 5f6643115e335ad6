import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import type { InfiniteQueryObserverBaseResult } from '@tanstack/react-query';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { Message } from '#shared/messages.ts';
import { useFocusHandedOn } from '../lib/use-focus-handed-on.ts';
import { ActionButton } from './action-button.tsx';

/** What a thread's query says of the pages before those that are shown. */
export type Earlier = Pick<InfiniteQueryObserverBaseResult, 'hasNextPage' | 'isFetchNextPageError' | 'fetchNextPage'>;

interface Props {
  thread: Earlier;
  /** The scrolling box of messages, which takes the focus over once there are more of them. */
  box: RefObject<HTMLElement | null>;
}

/** Shows the page of messages before the first one, which may fail and be tried again. */
export function EarlierMessages({ box, thread: { isFetchNextPageError, fetchNextPage } }: Props) {
  const button = useFocusHandedOn(() => box.current);
  return (
    <Flex direction="column" align="center" textAlign="center" gap="1" pb="3">
      {isFetchNextPageError && (
        <Text role="alert" textStyle="sm" color="fg.muted">
          Earlier messages could not be loaded. Please check your connection and try again.
        </Text>
      )}
      <ActionButton
        ref={button}
        size="xs"
        variant="ghost"
        colorPalette="gray"
        onAction={fetchNextPage}
        busyLabel="Loading earlier messages..."
      >
        {isFetchNextPageError ? 'Try again' : 'Show earlier messages'}
      </ActionButton>
    </Flex>
  );
}

/** Keeps what is in view where it is when messages come before it; `box` is what scrolls, and positions its content. */
export function usePlaceKept(box: RefObject<HTMLElement | null>, messages: readonly Message[]) {
  const first = useRef<{ id: string; top: number }>(undefined);
  useLayoutEffect(() => {
    const topOf = (index: number) => box.current?.querySelectorAll('li')[index]?.offsetTop ?? 0;
    const { id, top = 0 } = first.current ?? {};
    const moved = messages.findIndex((message) => message.id === id);
    if (moved > 0 && box.current) box.current.scrollTop += topOf(moved) - top;
    first.current = messages[0] && { id: messages[0].id, top: topOf(0) };
  });
}
