import { chakra } from '@chakra-ui/react/styled-system';
import { useState } from 'react';
import type { SectionOf } from '#shared/rules/factfind.ts';
import { Words } from '../../../ui/text/words.tsx';
import { useFactfind } from './factfind-context.ts';

interface Props {
  at: SectionOf;
  id: string;
  /** True where the reply is typed: the question stays once it was seen. */
  stays?: boolean;
}

/** Question that staff asked about an answer. */
export function Asked({ at, id, stays }: Props) {
  const now = useFactfind().factfind.asks[at.key]?.[id];
  const [seen, setSeen] = useState(now);
  if (now && now !== seen) setSeen(now);
  const ask = now ?? (stays ? seen : undefined);
  if (!ask) return null;
  return (
    <chakra.p borderStartWidth="3px" borderColor="orange.solid" ps="3" my="2">
      <Words>{ask.name}</Words> <span>asks:</span> <Words>{ask.text}</Words>
    </chakra.p>
  );
}
