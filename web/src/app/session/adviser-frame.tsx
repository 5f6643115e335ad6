import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { LogOut } from 'lucide-react';
import { Suspense } from 'react';
import { Link, NavLink, Outlet } from 'react-router';
import { FIRM } from '../../lib/firm.ts';
import { paths, screensFor } from '../../lib/paths.ts';
import { useMe } from '../../parts/me.ts';
import { PageLoading } from '../../ui/page-loading.tsx';
import { ThemeToggle } from '../../ui/theme-toggle.tsx';
import { Wordmark } from '../../ui/wordmark.tsx';
import { PaletteButton } from '../palette/palette-button.tsx';
import { useLogout, useSessionLost } from './use-session-end.ts';

const ChakraNavLink = chakra(NavLink, {
  base: {
    px: { base: '2', sm: '3' },
    py: '1.5',
    borderRadius: 'l2',
    textStyle: 'sm',
    fontWeight: 'medium',
    color: 'fg.muted',
    whiteSpace: 'nowrap',
    _hover: { color: 'fg', bg: 'bg.muted' },
    _focusVisible: { outlineOffset: '-2px' },
    _currentPage: { color: 'brand.fg', bg: 'brand.subtle' },
  },
});

function Navigation() {
  return (
    <Flex
      as="nav"
      aria-label="Main"
      gap="1"
      wrap="wrap"
      order={{ base: 3, lg: 0 }}
      flexBasis={{ base: 'full', lg: 'auto' }}
      mx={{ base: '-2', lg: '0' }}
    >
      {screensFor(useMe().role).map(({ label, to }) => (
        <ChakraNavLink key={to} to={to} end>
          {label}
        </ChakraNavLink>
      ))}
    </Flex>
  );
}

function Header() {
  const { busy, signOut } = useLogout();
  return (
    <Box as="header" bg="bg.surface" borderBottomWidth="1px">
      <Flex
        maxW="8xl"
        mx="auto"
        px={{ base: '4', md: '8' }}
        py="2.5"
        align="center"
        columnGap={{ base: '2', lg: '6' }}
        rowGap="2"
        wrap="wrap"
      >
        <Link to={paths.dashboard} aria-label={`${FIRM}, home`}>
          <Wordmark />
        </Link>
        <Navigation />
        <Flex ms="auto" align="center" gap="1">
          <PaletteButton />
          <ThemeToggle />
          <Button variant="ghost" colorPalette="gray" size="sm" onClick={signOut} disabled={busy}>
            <LogOut aria-hidden />
            Logout
          </Button>
        </Flex>
      </Flex>
    </Box>
  );
}

/** The frame of every screen for signed-in advisers: where one is, the theme, the way out. */
export function Component() {
  useSessionLost();
  return (
    <>
      <Header />
      <Suspense fallback={<PageLoading />}>
        <Outlet />
      </Suspense>
    </>
  );
}
