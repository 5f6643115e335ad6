import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { CircleCheck, CircleDashed, CircleDot, Clock, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Waiting } from '#shared/contract/loas.ts';
import { countOf } from '#shared/rules/counted-words.ts';
import { PLAN_TYPES } from '#shared/rules/journey.ts';
import { Words } from '../../../ui/text/words.tsx';
import { useAccess } from '../access.ts';
import { waitWords } from './wait-words.ts';

/** Icons that the portal has already. */
const LOOKS: Readonly<Record<Waiting['state'], readonly [icon: LucideIcon, color: string]>> = {
  sent: [Clock, 'fg.muted'],
  acknowledged: [Clock, 'brand.fg'],
  part: [CircleDot, 'brand.fg'],
  received: [CircleCheck, 'green.fg'],
  rejected: [CircleDashed, 'fg.muted'],
};

/** Plan by the end of its number, which screen readers hear instead of the dots. */
const Numbered = ({ type, tail }: { type: string; tail: string }) => (
  <>
    <span>{type}</span>{' '}
    <chakra.span whiteSpace="nowrap">
      <span aria-hidden>•••</span>
      <chakra.span srOnly>ending in </chakra.span>
      <bdi>{tail}</bdi>
    </chakra.span>
  </>
);

/** Plans of a letter. Those with a short number are counted by type. */
function Plans({ plans }: Pick<Waiting, 'plans'>) {
  const parts: ReactNode[] = [];
  for (const type of PLAN_TYPES) {
    const tails = plans.flatMap((plan) => (plan.type === type && plan.tail !== null ? [plan.tail] : []));
    const others = plans.filter((plan) => plan.type === type).length - tails.length;
    parts.push(...tails.map((tail) => <Numbered key={tail} type={type} tail={tail} />));
    if (others > 0)
      parts.push(tails.length > 0 ? countOf(others, `more ${type}`) : others === 1 ? type : countOf(others, type));
  }
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no state
    <span key={index}>
      <span>{part}</span>
      {index < parts.length - 1 && <span>,</span>}
    </span>
  ));
}

function Wait({ wait }: { wait: Waiting }) {
  const [Icon, color] = LOOKS[wait.state];
  const words = waitWords(wait);
  return (
    <Flex as="li" columnGap="2.5" py="1.5">
      <Box color={color} flexShrink="0" pt="0.5">
        <Icon size={18} aria-hidden />
      </Box>
      <Box flex="1" minW="0">
        <Flex columnGap="2" wrap="wrap" align="baseline">
          <Words fontWeight="semibold">{wait.provider}</Words>
          <Plans plans={wait.plans} />
        </Flex>
        {/* A new text gets a new element, as React cannot change the text of translated pages. */}
        <Text key={words} color="fg.muted">
          {words}
        </Text>
      </Box>
    </Flex>
  );
}

/** Providers that were asked about the client's plans, and what has become of each letter. */
export function ProviderWaits() {
  const { waiting } = useAccess().portal;
  if (waiting.length === 0) return null;
  return (
    <Box>
      <chakra.h4 fontFamily="body" fontWeight="semibold">
        Your Providers
      </chakra.h4>
      <Box as="ul" listStyleType="none">
        {waiting.map((wait, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: letters have no id here, and rows have no state
          <Wait key={index} wait={wait} />
        ))}
      </Box>
    </Box>
  );
}
