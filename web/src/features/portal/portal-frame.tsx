import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../lib/navigation/paths.ts';
import { SkipLink } from '../../ui/layout/skip-link.tsx';
import { ThemeToggle } from '../../ui/layout/theme-toggle.tsx';
import { Title } from '../../ui/layout/title.tsx';
import { Wordmark } from '../../ui/layout/wordmark.tsx';

const Quiet = chakra(Link, {
  base: {
    display: 'flex',
    alignItems: 'center',
    minH: '11',
    mt: '-2.5',
    mb: '-1.5',
    textDecoration: 'underline',
    textUnderlineOffset: '3px',
  },
});

/** The way to the sign-in, which is no client's: small, and said to be for others. */
const BackToLogin = () => (
  <Flex direction="column" color="fg.muted" textStyle="sm">
    For advisers
    <Quiet to={paths.login}>Back to Login</Quiet>
  </Flex>
);

/** The frame of the portal. With large text the links move below the firm's name. */
export const PortalFrame = ({ title, children }: { title: string; children: ReactNode }) => (
  <Flex direction="column" minH="100dvh">
    <Title>{title}</Title>
    <Box as="header" data-screen-only bg="bg.surface">
      <SkipLink />
      <Flex
        maxW="6xl"
        mx="auto"
        px={{ base: 'min({spacing.4}, 5vw)', md: '8' }}
        py="1.5"
        align="center"
        wrap="wrap"
        gap="2"
      >
        <Wordmark flex="1 1 7rem" />
        <Flex align="center" gap="2" ms="auto">
          <BackToLogin />
          <ThemeToggle size="lg" />
        </Flex>
      </Flex>
    </Box>
    <Box as="main" flex="1" overflowWrap="break-word">
      {children}
    </Box>
  </Flex>
);
