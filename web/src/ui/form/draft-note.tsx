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

interface NoteProps {
  draft: Draft;
  field: RefObject<HTMLElement | null>;
  /** Most characters. */
  limit?: number;
}

/** Note about a draft: that it was restored, or is nearly full. */
export function DraftNote({ draft, field, limit = LIMITS.text }: NoteProps) {
  const { text, type, isRestored } = draft;
  const room = charactersLeft(text, limit);
  if (!isRestored && !room) return null;
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
