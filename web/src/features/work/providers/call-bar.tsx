import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Phone, X } from 'lucide-react';
import type { LoaOnBoard } from '#shared/contract/loas.ts';
import { countOf } from '#shared/rules/counted-words.ts';
import { SelectionBar } from '../../../parts/selection/selection-bar.tsx';
import { useSelectedIds } from '../../../parts/selection/selection-store.ts';

/** One call can be about several letters. */
export const callTitle = (letters: number) => (letters === 1 ? 'Note a Call' : 'Note One Call');

interface Props {
  letters: readonly LoaOnBoard[];
  onCall: (letters: readonly LoaOnBoard[]) => void;
}

/** Bar that notes one call for the ticked letters. */
export function CallBar({ letters, onCall }: Props) {
  const { selection, ids } = useSelectedIds();
  const ticked = letters.filter(({ id }) => ids.has(id));
  const providers = new Set(ticked.map(({ providerKey }) => providerKey)).size;
  if (ticked.length === 0) return null;
  return (
    <SelectionBar label="Selected letters">
      <Flex gap="2" wrap="wrap" align="center">
        <chakra.p role="status" fontWeight="medium" textStyle="sm" me="2">
          {`${ticked.length} selected${providers > 1 ? ` of ${countOf(providers, 'provider')}` : ''}`}
        </chakra.p>
        <Button size="xs" onClick={() => onCall(ticked)}>
          <Phone aria-hidden />
          <span>{callTitle(ticked.length)}</span>
        </Button>
        <Button size="xs" variant="ghost" colorPalette="gray" onClick={() => selection.all(false)} ms="auto">
          <X aria-hidden />
          Clear
        </Button>
      </Flex>
    </SelectionBar>
  );
}
