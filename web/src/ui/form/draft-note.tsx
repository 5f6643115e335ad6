import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import type { RefObject } from 'react';
import { LIMITS } from '#shared/rules/limits.ts';
import type { Draft } from '../../lib/drafts/drafts.ts';
import { useFocusFallback } from '../../lib/screen/use-focus-fallback.ts';
import { charactersLeft } from './characters-left.ts';

interface RestoredProps {
  /** True if the saved value has changed since. */
  isOutdated?: boolean;
  onDiscard: () => void;
}

/** Note that the text is a restored draft, with a button to discard it. */
export const Restored = ({ isOutdated = false, onDiscard }: RestoredProps) => (
  <Flex align="center" columnGap="2" wrap="wrap" textStyle="sm" color="fg.muted">
    <Text role="status">
      {`Restored what you typed earlier.${isOutdated ? ' The saved version has changed since.' : ''}`}
    </Text>
    <Button ref={useFocusFallback()} variant="plain" size="sm" height="auto" minW="0" px="0" onClick={onDiscard}>
      Discard
    </Button>
  </Flex>
);

const NEARLY_FULL = 0.9 * LIMITS.text;

/** Note about a draft: that it was restored, or is nearly full. */
export function DraftNote({ draft, field }: { draft: Draft; field: RefObject<HTMLElement | null> }) {
  const { text, type, isRestored } = draft;
  if (!isRestored && text.length <= NEARLY_FULL) return null;
  const room = charactersLeft(text, LIMITS.text);
  const discard = () => {
    type('');
    field.current?.focus();
  };
  return (
    <>
      {isRestored && <Restored onDiscard={discard} />}
      <Text aria-live="polite" textStyle="sm" color={room?.isOver ? 'fg.error' : 'fg.muted'}>
        {room?.text}
      </Text>
    </>
  );
}
