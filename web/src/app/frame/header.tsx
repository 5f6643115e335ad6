import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { CircleUserRound, LogOut } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../../lib/navigation/paths.ts';
import { useMe } from '../../parts/account/me.ts';
import { ThemeToggle } from '../../ui/layout/theme-toggle.tsx';
import { useFirm } from '../../ui/layout/title.tsx';
import { Wordmark } from '../../ui/layout/wordmark.tsx';
import { Words } from '../../ui/text/words.tsx';
import { PaletteButton } from '../palette/palette-button.tsx';
import type { useLogout } from '../session/use-session-end.ts';
import { Navigation } from './navigation.tsx';

function AccountLink() {
  const { name } = useMe();
  return (
    <Button asChild variant="ghost" colorPalette="gray" size="sm" px={{ base: '2', md: '3' }}>
      <Link to={paths.account} aria-label={`${name}, your account`}>
        <CircleUserRound aria-hidden />
        <Words truncate display={{ base: 'none', md: 'inline' }} maxW="9rem">
          {name}
        </Words>
      </Link>
    </Button>
  );
}

interface Props {
  session: ReturnType<typeof useLogout>;
  unread: number;
}

/** One line at the top of every page for advisers: the way home, to the screens, to anything by its name, and out. */
export function Header({ session: { busy, signOut }, unread }: Props) {
  return (
    <Box as="header" data-screen-only bg="bg.surface" borderBottomWidth="1px">
      <Text aria-live="polite" srOnly>
        {unread > 0 && `Inbox: ${unread} unread`}
      </Text>
      <Flex
        maxW="8xl"
        mx="auto"
        px={{ base: '4', md: '8' }}
        minH="14"
        py="1"
        align="center"
        columnGap={{ base: '1', sm: '2', xl: '3' }}
      >
        <Box asChild minW="0" css={{ '& svg': { hideBelow: 'sm' }, '& span > span': { lineClamp: '1' } }}>
          <Link to={paths.dashboard} aria-label={`${useFirm()}, home`}>
            <Wordmark />
          </Link>
        </Box>
        <Navigation unread={unread} />
        <Flex ms="auto" align="center" gap={{ base: '0', sm: '1' }}>
          <PaletteButton signOut={signOut} />
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
            <Text as="span" display={{ base: 'none', sm: 'inline' }}>
              Logout
            </Text>
          </Button>
        </Flex>
      </Flex>
    </Box>
  );
}
