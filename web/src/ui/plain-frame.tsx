import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import type { ReactNode } from 'react';
import { ThemeToggle } from './theme-toggle.tsx';
import { Title } from './title.tsx';
import { Wordmark } from './wordmark.tsx';

/** The frame of screens without a session: the name, the theme, and room for what is asked. */
export const PlainFrame = ({ title, children }: { title: string; children: ReactNode }) => (
  <Flex direction="column" minH="100dvh">
    <Title>{title}</Title>
    <Flex as="header" justify="space-between" align="center" px={{ base: '4', md: '8' }} py="3">
      <Wordmark />
      <ThemeToggle />
    </Flex>
    <Box as="main" flex="1" display="grid">
      {children}
    </Box>
  </Flex>
);
