import { Center } from '@chakra-ui/react/center';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { PortalFrame } from './portal-frame.tsx';

interface Props {
  title: string;
  children: string;
  /** What can be done about it here. */
  more?: ReactNode;
}

/** An address that opens no portal, and what to do about it (product 2). */
export const RefusedAccess = ({ title, more, children }: Props) => (
  <PortalFrame title={title}>
    <Center flexDirection="column" textAlign="center" gap="4" px="5" py="24">
      <Center boxSize="14" borderRadius="full" bg="brand.subtle" color="brand.fg">
        <KeyRound aria-hidden />
      </Center>
      <chakra.h1 textStyle={{ base: '2xl', md: '3xl' }}>{title}</chakra.h1>
      <Text color="fg.muted" maxW="md" textStyle="lg">
        {children}
      </Text>
      {more}
    </Center>
  </PortalFrame>
);
