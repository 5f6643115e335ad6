import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import type { InfiniteQueryObserverBaseResult } from '@tanstack/react-query';
import { reasonOf } from '../../lib/http/failure.ts';
import { useFocusFallback } from '../../lib/screen/use-focus-fallback.ts';
import { humanise } from '../../lib/text/format.ts';
import { ActionButton } from './action-button.tsx';

/** What the query of a list in pages says of the pages before those that are shown. */
export type Earlier = Pick<
  InfiniteQueryObserverBaseResult,
  'hasNextPage' | 'isFetchNextPageError' | 'fetchNextPage' | 'error'
>;

interface Props {
  /** What is shown: "messages". */
  what: string;
  thread: Pick<Earlier, 'isFetchNextPageError' | 'error'>;
  onShow: () => Promise<unknown>;
  /** What takes the focus over once there is more. */
  next: () => HTMLElement | null;
}

/** Shows more of a list, which may fail and be tried again. Key it by what is shown, so that it hands the focus on. */
export function EarlierButton({ what, thread: { isFetchNextPageError, error }, onShow, next }: Props) {
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
