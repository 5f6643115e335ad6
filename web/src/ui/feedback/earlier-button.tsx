import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import type { InfiniteQueryObserverBaseResult } from '@tanstack/react-query';
import { reasonOf } from '../../lib/http/failure.ts';
import { useFocusFallback } from '../../lib/screen/use-focus-fallback.ts';
import { humanise } from '../../lib/text/format.ts';
import { ActionButton } from './action-button.tsx';

export type Earlier = Pick<
  InfiniteQueryObserverBaseResult,
  'hasNextPage' | 'isFetchNextPageError' | 'fetchNextPage' | 'error'
>;

interface Props {
  noun: string;
  list: Pick<Earlier, 'isFetchNextPageError' | 'error'>;
  onShow: () => Promise<unknown>;
  /** Returns the element to focus once more items are shown. */
  next: () => HTMLElement | null;
}

/** Loads more of a list, and retries after a failure. Key it by the first item, so that it passes the focus on. */
export function EarlierButton({ noun: what, list: { isFetchNextPageError, error }, onShow, next }: Props) {
  const button = useFocusFallback(next);
  return (
    <Flex direction="column" align="center" textAlign="center" gap="1" pb="3">
      {isFetchNextPageError && (
        <Text role="alert" textStyle="sm" color="fg.muted">
          {`Earlier ${what} could not be loaded. ${reasonOf(error) ?? ''}`}
        </Text>
      )}
      <ActionButton
        ref={button}
        size="xs"
        variant="ghost"
        colorPalette="gray"
        onAction={onShow}
        busyLabel={`Loading earlier ${what}...`}
      >
        {isFetchNextPageError ? 'Try Again' : `Show Earlier ${humanise(what)}`}
      </ActionButton>
    </Flex>
  );
}
