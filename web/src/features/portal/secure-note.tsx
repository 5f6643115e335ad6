import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { ShieldCheck } from 'lucide-react';
import { INSETS } from './insets.ts';

/** What protects the client's documents (product 1, 2). */
export const SecureNote = () => (
  <Flex as="section" aria-labelledby="secure" gap="3" px={INSETS.section} py="5" bg="brand.subtle" borderRadius="l3">
    <Box color="brand.fg" flexShrink="0" pt="0.5">
      <ShieldCheck aria-hidden />
    </Box>
    <Box>
      <chakra.h2 id="secure" textStyle="lg">
        Secure & Private
      </chakra.h2>
      <Text color="fg.muted">
        Your documents are encrypted with AES-256 and visible only to you and your adviser. This link is yours alone:
        please do not share it.
      </Text>
    </Box>
  </Flex>
);
