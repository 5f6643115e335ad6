import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import type { ReactNode } from 'react';
import { ThemeToggle } from '../eager/theme-toggle.tsx';
import { Title } from '../eager/title.tsx';
import { Wordmark } from '../eager/wordmark.tsx';

interface Props {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
  foot?: ReactNode;
}

export const PlainFrame = ({ title, actions, children, foot }: Props) => (
  <Flex direction="column" minH="100dvh">
    <Title>{title}</Title>
    <Flex as="header" data-screen-only justify="space-between" align="center" px={{ base: '4', md: '8' }} py="1.5">
      <Wordmark />
      <Flex align="center" gap="1">
        <ThemeToggle size="lg" />
        {actions}
      </Flex>
    </Flex>
    <Box as="main" flex="1" display="grid">
      {children}
    </Box>
    {foot}
  </Flex>
);
