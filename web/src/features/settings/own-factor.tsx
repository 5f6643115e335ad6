import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { accountQuery } from '../../parts/account/account.ts';

const UnderlinedLink = chakra(Link, { base: { textDecoration: 'underline', fontWeight: 'medium' } });

/** Warns admins without a second factor that requiring one affects them too. */
export function OwnFactor() {
  const { data } = useQuery(accountQuery);
  if (!data || data.totp || data.passkeys.length > 0) return null;
  return (
    <Flex role="status" bg="yellow.subtle" color="yellow.fg" borderRadius="l2" px="3" py="2" gap="2.5" align="start">
      <Flex pt="0.5" flexShrink="0">
        <TriangleAlert size={16} aria-hidden />
      </Flex>
      <Text textStyle="sm">
        You have no second factor yourself. <UnderlinedLink to="/account">Set one up</UnderlinedLink> first, so that you
        are not locked out when the days are over.
      </Text>
    </Flex>
  );
}
