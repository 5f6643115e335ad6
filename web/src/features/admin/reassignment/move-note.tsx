import { Flex } from '@chakra-ui/react/flex';
import { Check, CircleAlert, LoaderCircle } from 'lucide-react';
import { reasonOf } from '../../../lib/http/failure.ts';
import { Words } from '../../../ui/text/words.tsx';
import type { Move } from './moves.ts';

const UNKNOWN = 'It could not be reassigned. Please try again.';

/** What became of a client that was given to another adviser. */
export function MoveNote({ move: { state, from } }: { move: Move }) {
  if (state.is === 'waiting') return null;
  const [Icon, color] =
    state.is === 'failed'
      ? ([CircleAlert, 'fg.error'] as const)
      : ([state.is === 'done' ? Check : LoaderCircle, 'fg.muted'] as const);
  return (
    <Flex gap="1.5" align="start" textStyle="xs" color={color}>
      <Icon size={13} style={{ flexShrink: 0, marginTop: 2 }} aria-hidden />
      <span>
        {state.is === 'running' && 'Reassigning...'}
        {state.is === 'failed' && (reasonOf(state.error) ?? UNKNOWN)}
        {state.is === 'done' && (
          <>
            Reassigned from <Words>{from.name || 'Unknown'}</Words>
          </>
        )}
      </span>
    </Flex>
  );
}
