import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Tick } from '../../../ui/form/tick.tsx';
import { useTick } from './selection.ts';

/** Ticks a client; with shift, by pointer or by the space bar, all from the last tick on. */
export function TickBox({ id, name }: { id: string; name: string }) {
  const [on, tick] = useTick(id);
  return <Tick boxSize="4" aria-label={`Select ${name}`} checked={on} onChange={tick} />;
}

/** The same with room around it that can be pressed too, for a finger. */
export const RoomyTickBox = (client: { id: string; name: string }) => (
  <Flex as="label" boxSize="9" align="center" justify="center" cursor="pointer" userSelect="none">
    <chakra.span srOnly>Select</chakra.span>
    <TickBox {...client} />
  </Flex>
);
