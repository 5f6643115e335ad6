import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { Skeleton } from '@chakra-ui/react/skeleton';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../lib/navigation/paths.ts';
import { Skeletons } from '../../ui/eager/state.tsx';
import { ThemeToggle } from '../../ui/eager/theme-toggle.tsx';
import { Title } from '../../ui/eager/title.tsx';
import { Wordmark } from '../../ui/eager/wordmark.tsx';
import { Sheet } from '../../ui/layout/sheet.tsx';
import { SkipLink } from '../../ui/layout/skip-link.tsx';

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

/** Link to the sign-in, small and labelled for advisers, as clients do not need it. */
const BackToLogin = () => (
  <Flex direction="column" color="fg.muted" textStyle="sm">
    For advisers
    <Quiet to={paths.login}>Back to Login</Quiet>
  </Flex>
);

interface FrameProps {
  title: string;
  children: ReactNode;
  foot?: ReactNode;
}

/** Header, content and footer of the portal. With large text the links wrap below the firm's name. */
export const PortalFrame = ({ title, children, foot }: FrameProps) => (
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
    {foot}
  </Flex>
);

export const LoadingPortal = () => (
  <PortalFrame title="Your Journey">
    <Box bg="bg.ink" color="fg.onInk" height={{ base: '14.5rem', md: '17rem' }}>
      <Box maxW="6xl" mx="auto" px={{ base: '5', md: '8' }} pt={{ base: '5', md: '9' }}>
        <Text role="status" fontFamily="heading" textStyle={{ base: '2xl', md: '3xl' }}>
          Loading your journey...
        </Text>
      </Box>
    </Box>
    <Box maxW="6xl" mx="auto" px={{ base: '3', md: '8' }} mt={{ base: '-14', md: '-16' }} aria-hidden>
      {['16rem', '30rem'].map((height) => (
        <Sheet key={height} p="6" mb="4" height={height}>
          <Skeleton height="5" width="8rem" mb="4" />
          <Skeletons count={2} height="10" mb="3" />
        </Sheet>
      ))}
    </Box>
  </PortalFrame>
);
