import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { LockKeyhole } from 'lucide-react';
import { Words } from '../../ui/words.tsx';
import { useAccess } from './access.ts';

const ID_LENGTH = 8;

/** Whose journey this is, and that it is safe here (product 2). */
export function Hero() {
  const { client } = useAccess().portal;
  return (
    <Box bg="bg.ink" color="fg.onInk">
      <Box maxW="6xl" mx="auto" px={{ base: '5', md: '8' }} pt={{ base: '6', md: '10' }} pb={{ base: '20', md: '24' }}>
        <chakra.h1 textStyle={{ base: '3xl', md: '4xl' }} lineHeight="shorter" overflowWrap="anywhere">
          <Words>{client.name}</Words>'s Journey
        </chakra.h1>
        <Flex align="center" gap="3" mt="3" wrap="wrap" color="fg.onInkMuted" textStyle="sm">
          <Flex align="center" gap="1.5">
            <LockKeyhole size={15} aria-hidden />
            Secure, encrypted access
          </Flex>
          <Text
            as="span"
            title="Your reference"
            fontFamily="mono"
            px="2"
            borderRadius="full"
            borderWidth="1px"
            borderColor="fg.onInkMuted"
          >
            {client.id.slice(0, ID_LENGTH)}
          </Text>
        </Flex>
      </Box>
    </Box>
  );
}
