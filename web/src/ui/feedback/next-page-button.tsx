import type { ButtonProps } from '@chakra-ui/react/button';
import { Flex, type FlexProps } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import type { InfiniteQueryObserverBaseResult } from '@tanstack/react-query';
import { reasonOf } from '../../lib/http/failure.ts';
import { useFocusFallback } from '../../lib/screen/use-focus-fallback.ts';
import { humanise } from '../../lib/text/format.ts';
import { ActionButton } from './action-button.tsx';

export type FurtherPages = Pick<
  InfiniteQueryObserverBaseResult,
  'hasNextPage' | 'isFetchNextPageError' | 'fetchNextPage' | 'error'
>;

export interface NextPageProps {
  noun: string;
  list: Pick<FurtherPages, 'isFetchNextPageError' | 'error'>;
  onShow: () => Promise<unknown>;
  /** Returns the element to focus once more items are shown. */
  next: () => HTMLElement | null;
}

interface Props extends NextPageProps {
  word: 'More' | 'Earlier';
  look: ButtonProps;
  layout: FlexProps;
}

/** Loads the next page of a list, and retries after a failure. */
export function NextPageButton({
  word,
  noun,
  list: { isFetchNextPageError, error },
  onShow,
  next,
  look,
  layout,
}: Props) {
  const button = useFocusFallback(next);
  return (
    <Flex direction="column" align="center" textAlign="center" {...layout}>
      {isFetchNextPageError && (
        <Text role="alert" textStyle="sm" color="fg.muted">
          {`${word} ${noun} could not be loaded. ${reasonOf(error) ?? ''}`}
        </Text>
      )}
      <ActionButton ref={button} onAction={onShow} busyLabel={`Loading ${word.toLowerCase()} ${noun}...`} {...look}>
        {isFetchNextPageError ? 'Try Again' : `Show ${word} ${humanise(noun)}`}
      </ActionButton>
    </Flex>
  );
}
