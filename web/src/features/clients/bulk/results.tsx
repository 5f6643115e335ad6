import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { Check, Circle, CircleDot, Minus, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import { Words } from '../../../ui/text/words.tsx';
import type { Line } from './use-batch.ts';

const STATES = {
  waiting: ['Not done yet', Circle, 'fg.subtle'],
  running: ['Under way', CircleDot, 'fg.muted'],
  done: ['Done', Check, 'green.fg'],
  unchanged: ['Not changed', Minus, 'fg.muted'],
  failed: ['Failed', X, 'fg.error'],
} as const;

const ORDER = ['failed', 'running', 'waiting', 'unchanged', 'done'];

/** How many of some lines are at a state. */
export const countAt = (lines: readonly Line[], state: Line['state']) =>
  lines.filter((line) => line.state === state).length;

const summary = (lines: readonly Line[]) => {
  const [failed, unchanged] = [countAt(lines, 'failed'), countAt(lines, 'unchanged')];
  return [
    `${countAt(lines, 'done')} of ${lines.length} done`,
    ...(unchanged > 0 ? [`${unchanged} unchanged`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
  ].join(', ');
};

/** How far it has come, and what became of each client: what failed first, and why. */
export function Results({ lines, undone }: { lines: readonly Line[]; undone: boolean }) {
  const head = useRef<HTMLDivElement>(null);
  // The button that began it is gone.
  useEffect(() => head.current?.focus(), []);
  const ended = countAt(lines, 'done') + countAt(lines, 'unchanged') + countAt(lines, 'failed');
  return (
    <>
      <Box ref={head} tabIndex={-1} outline="none">
        <Text role="status" fontWeight="medium" mb="2">
          {undone && 'Undo: '}
          {summary(lines)}
        </Text>
        <ProgressBar
          label="Progress"
          percent={Math.round((ended / Math.max(1, lines.length)) * 100)}
          height="2"
          borderRadius="full"
          bg="bg.emphasized"
        />
      </Box>
      <Box as="ul" aria-label="Results" maxH="40vh" overflowY="auto" borderWidth="1px" borderRadius="l2">
        {lines
          .toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state))
          .map(({ client, state, why }) => {
            const [label, Icon, color] = STATES[state];
            return (
              <Flex
                as="li"
                key={client.id}
                px="3"
                py="1.5"
                gap="3"
                justify="space-between"
                textStyle="sm"
                css={{ contentVisibility: 'auto', containIntrinsicBlockSize: '2rem' }}
              >
                <Words minW="0">{client.name}</Words>
                <Flex as="span" gap="1.5" color={color} textAlign="end" align="center">
                  <Box as={Icon} boxSize="14px" aria-hidden />
                  {why ?? label}
                </Flex>
              </Flex>
            );
          })}
      </Box>
    </>
  );
}
