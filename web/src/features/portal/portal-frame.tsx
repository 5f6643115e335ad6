import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { ThemeToggle } from '../../ui/theme-toggle.tsx';
import { Title } from '../../ui/title.tsx';
import { Wordmark } from '../../ui/wordmark.tsx';

const Quiet = chakra(Link, {
  base: {
    display: 'flex',
    alignItems: 'center',
    minH: '11',
    mt: '-2.5',
    mb: '-1.5',
    textDecoration: 'underline',
    textUnderlineOffset: '3px',
    whiteSpace: 'nowrap',
  },
});

/** The way to the sign-in, which is no client's: small, and said to be for others. */
const BackToLogin = () => (
  <Flex direction="column" color="fg.muted" textStyle="sm">
    For advisers
    <Quiet to={paths.login}>Back to Login</Quiet>
  </Flex>
);

/** The frame of the portal: whose it is, the theme, the way out. */
export const PortalFrame = ({ title, children }: { title: string; children: ReactNode }) => (
  <Flex direction="column" minH="100dvh">
    <Title>{title}</Title>
    <Box as="header" data-screen-only bg="bg.surface">
      <Flex maxW="6xl" mx="auto" px={{ base: '4', md: '8' }} py="1.5" align="center" justify="space-between" gap="2">
        <Wordmark />
        <Flex align="center" gap="2" flexShrink="0">
          <BackToLogin />
          <ThemeToggle size="lg" />
        </Flex>
      </Flex>
    </Box>
    <Box as="main" flex="1">
      {children}
    </Box>
  </Flex>
);
