import { Center } from '@chakra-ui/react/center';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import PublicFoot from '../../parts/legal/firm-foot.tsx';
import { FirmPhone } from './firm-contact.tsx';
import { PortalFrame } from './portal-frame.tsx';

interface Props {
  title: string;
  children: string;
  more?: ReactNode;
}

export default function RefusedAccess({ title, more, children }: Props) {
  return (
    <PortalFrame title={title} foot={<PublicFoot />}>
      <Center
        flexDirection="column"
        textAlign="center"
        gap="4"
        px="min({spacing.5}, 6vw)"
        py={{ base: '16', md: '24' }}
      >
        <Center boxSize="14" borderRadius="full" bg="brand.subtle" color="brand.fg">
          <KeyRound aria-hidden />
        </Center>
        <chakra.h1 textStyle={{ base: '2xl', md: '3xl' }}>{title}</chakra.h1>
        <Text color="fg.muted" maxW="md" textStyle="lg">
          {children}
        </Text>
        {more}
        <FirmPhone />
      </Center>
    </PortalFrame>
  );
}
