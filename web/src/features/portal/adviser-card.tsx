import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { Avatar } from '../../ui/text/avatar.tsx';
import { Words } from '../../ui/text/words.tsx';
import { useAccess } from './access.ts';
import { FirmContact } from './firm-contact.tsx';
import { Section } from './section.tsx';

/** Who looks after the client, and how to reach them. */
export function AdviserCard() {
  const { adviser, firm } = useAccess().portal;
  const { name } = adviser;
  return (
    <Section title="Your Adviser">
      <Flex align="center" gap="3">
        <Avatar name={name} size="12" />
        <Box minW="0">
          <Words as="p" fontWeight="semibold">
            {name}
          </Words>
          <Text color="fg.muted">Looks after your journey from start to finish</Text>
        </Box>
      </Flex>
      <Text mt="4" color="fg.muted">
        Not sure about something? No question is too small. Write a message, and <Words>{name}</Words> will see it with
        your journey at hand.
      </Text>
      <FirmContact firm={firm} />
    </Section>
  );
}
