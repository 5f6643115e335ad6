import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import {
  Check,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleSlash,
  Clock,
  ListTodo,
  type LucideIcon,
  Mail,
  Undo2,
} from 'lucide-react';
import type { Loa } from '#shared/contract/loas.ts';
import { SIGNATURE_DAYS } from '#shared/rules/lifetimes.ts';
import type { LoaState as State } from '#shared/rules/loas.ts';
import { londonParts } from '#shared/rules/london.ts';
import { daysBetween } from '#shared/rules/time.ts';
import { type AnyLoa, loaLine } from './loa-line.ts';

// Icons that other pages use already, as shared icons load with the adviser’s frame.
const LOOKS: Readonly<Record<State, readonly [icon: LucideIcon, color: string]>> = {
  to_send: [Mail, 'fg.muted'],
  sent: [Clock, 'fg.muted'],
  acknowledged: [Check, 'fg.muted'],
  part: [ListTodo, 'orange.fg'],
  received: [CircleCheck, 'green.fg'],
  rejected: [Undo2, 'fg.error'],
  closed: [CircleSlash, 'fg.muted'],
};

const Line = ({ icon, color, children }: { icon: LucideIcon; color: string; children: string }) => (
  <Flex as="span" key={children} align="start" gap="1.5" textStyle="xs" color={color} overflowWrap="anywhere" minW="0">
    <Box as={icon} boxSize="0.875rem" mt="0.5" flexShrink="0" aria-hidden />
    <span>{children}</span>
  </Flex>
);

/** State of a letter in a line; "No letter yet" without one. */
export function LoaStateLine({ loa }: { loa?: AnyLoa | undefined }) {
  if (!loa)
    return (
      <Line icon={CircleDashed} color="fg.muted">
        No letter yet
      </Line>
    );
  const [icon, color] = LOOKS[loa.state];
  return (
    <Line icon={icon} color={color}>
      {loaLine(loa)}
    </Line>
  );
}

const daysSince = (day: string) => daysBetween(day, londonParts(new Date()).date);

/** Warning about an old signature on a letter that is still to be sent. Empty for all others. */
export function OldSignature({ loa: { state, signedOn } }: { loa: Pick<Loa, 'state' | 'signedOn'> }) {
  const days = signedOn && (state === 'to_send' || state === 'rejected') ? daysSince(signedOn) : 0;
  if (days <= SIGNATURE_DAYS) return null;
  return (
    <Line icon={CircleAlert} color="orange.fg">
      {`Signed ${days} days ago: some providers refuse letters older than ${SIGNATURE_DAYS} days.`}
    </Line>
  );
}
