import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { LockKeyhole, Phone } from 'lucide-react';
import { Words } from '../../ui/text/words.tsx';
import { useAccess } from './access.ts';
import { phoneLink } from './phone.ts';
import { INSETS } from './section.tsx';

const ID_LENGTH = 8;

/** Who looks after the client and how to reach them, before anything else. */
function Contact() {
  const { adviser, firm } = useAccess().portal;
  const { phone, hours } = firm;
  return (
    <Flex columnGap="4" align="center" wrap="wrap" minH="11" mt="2">
      <Text>
        Your adviser: <Words fontWeight="semibold">{adviser.name}</Words>
      </Text>
      {phone && (
        <chakra.a
          href={phoneLink(phone)}
          aria-label={`Phone ${firm.name}: ${phone}`}
          // A line of its own on a phone: beside the name it would wrap when the typeface arrives, and move the page.
          flexBasis={{ base: 'full', md: 'auto' }}
          display="inline-flex"
          alignItems="center"
          gap="2"
          minH="11"
          textDecoration="underline"
          textUnderlineOffset="3px"
          fontVariantNumeric="tabular-nums"
          overflowWrap="anywhere"
          _focusVisible={{ outlineColor: 'currentColor' }}
        >
          <Phone size={18} aria-hidden />
          {phone}
        </chakra.a>
      )}
      {hours && <Words color="fg.onInkMuted">{hours}</Words>}
    </Flex>
  );
}

/** Whose journey this is, that it is safe here, and whom to ask (product 2). */
export function Hero() {
  const { client } = useAccess().portal;
  return (
    <Box bg="bg.ink" color="fg.onInk">
      <Box maxW="6xl" mx="auto" px={INSETS.hero} pt={{ base: '5', md: '9' }} pb={{ base: '20', md: '24' }}>
        <chakra.h1 tabIndex={-1} textStyle={{ base: '3xl', md: '4xl' }} lineHeight="shorter" overflowWrap="anywhere">
          <Words>{client.name}</Words>'s Journey
        </chakra.h1>
        <Flex align="center" columnGap="3" rowGap="1" mt="2" wrap="wrap" color="fg.onInkMuted">
          <Flex align="center" gap="1.5">
            <LockKeyhole size={16} aria-hidden />
            Secure, encrypted access
          </Flex>
          <Text
            as="span"
            title="Your reference"
            fontFamily="mono"
            textStyle="sm"
            px="2"
            borderRadius="full"
            borderWidth="1px"
            borderColor="fg.onInkMuted"
          >
            {client.id.slice(0, ID_LENGTH)}
          </Text>
        </Flex>
        <Contact />
      </Box>
    </Box>
  );
}
