import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { reasonOf } from '../../lib/http/failure.ts';
import { useFocusFallback } from '../../lib/screen/use-focus-fallback.ts';
import { humanise } from '../../lib/text/format.ts';
import { ActionButton } from '../../ui/feedback/action-button.tsx';
import type { Earlier } from '../../ui/feedback/earlier-button.tsx';

interface Props {
  noun: string;
  list: Pick<Earlier, 'isFetchNextPageError' | 'error' | 'fetchNextPage'>;
  /** Returns the element to focus once more items are shown. */
  next: () => HTMLElement | null;
}

/** Loads the next page at the foot of a list. Key it by the number of items, so that it passes the focus on. */
export function MoreButton({ noun, list: { isFetchNextPageError, error, fetchNextPage }, next }: Props) {
  const button = useFocusFallback(next);
  return (
    <Flex direction="column" align="center" textAlign="center" gap="2" mt="5">
      {isFetchNextPageError && (
        <Text role="alert" textStyle="sm" color="fg.muted">
          {`More ${noun} could not be loaded. ${reasonOf(error) ?? ''}`}
        </Text>
      )}
      <ActionButton
        ref={button}
        size="sm"
        variant="outline"
        data-screen-only
        onAction={() => fetchNextPage()}
        busyLabel={`Loading more ${noun}...`}
      >
        {isFetchNextPageError ? 'Try Again' : `Show More ${humanise(noun)}`}
      </ActionButton>
    </Flex>
  );
}
