import { chakra } from '@chakra-ui/react/styled-system';
import type { SectionOf } from '#shared/rules/factfind.ts';
import { Words } from '../../../ui/text/words.tsx';
import { useFactfind } from './factfind-context.ts';

/** Question that staff asked about an answer. */
export function Asked({ at, id }: { at: SectionOf; id: string }) {
  const ask = useFactfind().factfind.asks[at.key]?.[id];
  if (!ask) return null;
  return (
    <chakra.p borderStartWidth="3px" borderColor="orange.solid" ps="3" my="2">
      <Words>{ask.name}</Words> <span>asks:</span> <Words>{ask.text}</Words>
    </chakra.p>
  );
}
