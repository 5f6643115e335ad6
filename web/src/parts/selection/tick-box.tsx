import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Tick } from '../../ui/form/tick.tsx';
import { useTick } from './selection-store.ts';

interface Props {
  id: string;
  name: string;
}

/** Checkbox of a row. Shift with a click or the space bar ticks the range since the last tick. */
export function TickBox({ id, name }: Props) {
  const [on, tick] = useTick(id);
  return <Tick boxSize="4" aria-label={`Select ${name}`} checked={on} onChange={tick} />;
}

/** Checkbox with a 36 px touch target. */
export const RoomyTickBox = (row: Props) => (
  <Flex as="label" boxSize="9" align="center" justify="center" cursor="pointer" userSelect="none">
    <chakra.span srOnly>Select</chakra.span>
    <TickBox {...row} />
  </Flex>
);
