import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { CircleUserRound, LogOut } from 'lucide-react';
import { Suspense } from 'react';
import { Link, NavLink, Outlet } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { ConfirmIdentity } from '../../parts/confirm-identity.tsx';
import { useMe } from '../../parts/me.ts';
import { screensFor } from '../../parts/screens.ts';
import { useFirmName } from '../../parts/settings.ts';
import { PageLoading } from '../../ui/page-loading.tsx';
import { ThemeToggle } from '../../ui/theme-toggle.tsx';
import { TitleContext, useFirm } from '../../ui/title.tsx';
import { Wordmark } from '../../ui/wordmark.tsx';
import { Words } from '../../ui/words.tsx';
import { PaletteButton } from '../palette/palette-button.tsx';
import { useNews } from './use-news.ts';
import { useEnrolmentDue, useLogout, useSessionLost } from './use-session-end.ts';

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

const MOST = 99;
const inShort = (unread: number) => (unread > MOST ? `${MOST}+` : String(unread));

/** How much waits in the inbox, for those who see it; the link's name says it too. */
const Count = ({ unread }: { unread: number }) => (
  <chakra.span
    aria-hidden
    ms="1.5"
    px="1.5"
    py="0.5"
    borderRadius="full"
    bg="brand.solid"
    color="brand.contrast"
    textStyle="2xs"
    fontWeight="semibold"
    fontVariantNumeric="tabular-nums"
  >
    {inShort(unread)}
  </chakra.span>
);

function Navigation({ unread }: { unread: number }) {
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
      {screensFor(useMe().role).map(({ label, to }) => {
        const waits = to === paths.inbox && unread > 0;
        return (
          <ChakraNavLink key={to} to={to} end aria-label={waits ? `${label}, ${unread} unread` : undefined}>
            {label}
            {waits && <Count unread={unread} />}
          </ChakraNavLink>
        );
      })}
    </Flex>
  );
}

function AccountLink() {
  const { name } = useMe();
  return (
    <Button asChild variant="ghost" colorPalette="gray" size="sm" px={{ base: '2', md: '3' }}>
      <Link to={paths.account} aria-label={`${name}, your account`}>
        <CircleUserRound aria-hidden />
        <Words truncate hideBelow="md" maxW="9rem">
          {name}
        </Words>
      </Link>
    </Button>
  );
}

interface HeaderProps {
  session: ReturnType<typeof useLogout>;
  unread: number;
}

function Header({ session: { busy, signOut }, unread }: HeaderProps) {
  return (
    <Box as="header" bg="bg.surface" borderBottomWidth="1px">
      <Text aria-live="polite" srOnly>
        {unread > 0 && `Inbox: ${unread} unread`}
      </Text>
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
        <Link to={paths.dashboard} aria-label={`${useFirm()}, home`}>
          <Wordmark />
        </Link>
        <Navigation unread={unread} />
        <Flex ms="auto" align="center" gap="1">
          <PaletteButton />
          <ThemeToggle />
          <AccountLink />
          <Button
            variant="ghost"
            colorPalette="gray"
            size="sm"
            onClick={signOut}
            disabled={busy}
            aria-label="Logout"
            px={{ base: '2', sm: '3' }}
          >
            <LogOut aria-hidden />
            <Text as="span" hideBelow="sm">
              Logout
            </Text>
          </Button>
        </Flex>
      </Flex>
    </Box>
  );
}

/** The frame of every screen for signed-in advisers: where one is, what waits, the theme, the way out. */
export function Component() {
  useSessionLost();
  useEnrolmentDue();
  const session = useLogout();
  const unread = useNews(session.busy);
  const firm = useFirmName();
  const first = unread > 0 ? `(${inShort(unread)}) ` : '';
  return (
    <TitleContext value={{ first, firm }}>
      <Header session={session} unread={unread} />
      <Suspense fallback={<PageLoading />}>
        <Outlet />
      </Suspense>
      <ConfirmIdentity />
    </TitleContext>
  );
}
