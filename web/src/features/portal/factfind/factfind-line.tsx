import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import type { ClientRequest } from '#shared/contract/requests.ts';
import { sayLongDay } from '#shared/rules/say-date.ts';
import { LinkButton } from '../subpage.tsx';
import { usePaths } from './paths.ts';

/** Leads to the agreed answers, which stay. */
export default function FactfindLine({ request: { facts, decidedAt } }: { request: ClientRequest }) {
  const { inFactfind } = usePaths();
  const agreedOn = facts?.agreedOn ?? decidedAt;
  return (
    <Flex wrap="wrap" align="center" columnGap="2" mt="3">
      <LinkButton to={inFactfind()} variant="ghost" px="2" ms="-2">
        Your Fact-Find
      </LinkButton>
      {agreedOn && <Text color="fg.muted">{`Agreed on ${sayLongDay(agreedOn)}`}</Text>}
    </Flex>
  );
}
