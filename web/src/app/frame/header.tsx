import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { CircleUserRound, LogOut, Search } from 'lucide-react';
import { memo, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../lib/navigation/paths.ts';
import { useMe, useUnread } from '../../parts/account/me.ts';
import { openAsk, openStartFactfind } from '../../parts/request/open-ask.ts';
import { openAssignTask } from '../../parts/task/assign-task.tsx';
import { lazyDialog } from '../../ui/eager/lazy-dialog.tsx';
import { ThemeToggle } from '../../ui/eager/theme-toggle.tsx';
import { useFirm } from '../../ui/eager/title.tsx';
import { Wordmark } from '../../ui/eager/wordmark.tsx';
import { EDGE } from '../../ui/layout/edge.ts';
import { Words } from '../../ui/text/words.tsx';
import { Kbd, PALETTE_KEYS } from '../palette/kbd.tsx';
import { openPalette } from '../palette/open.ts';
import { PALETTE_TITLE, Palette } from '../palette/palette.tsx';
import { useRemembering } from '../palette/recent.ts';
import type { useLogout } from '../session/use-session-end.ts';
import { Navigation } from './navigation.tsx';

const PALETTE_LABEL = `${PALETTE_TITLE} (${PALETTE_KEYS})`;

const AddClientDialog = lazyDialog(() => import('../../parts/dialogs/add-client-dialog.tsx'));
const AssignTaskDialog = lazyDialog(async () => ({
  default: (await import('../../features/client/tasks/task-dialogs.tsx')).AssignTaskDialog,
}));

const AskDialog = lazyDialog(() => import('../../parts/request/ask-dialog.tsx'));
const StartFactfindDialog = lazyDialog(() => import('../../parts/request/start-factfind-dialog.tsx'));

/** Opens the command palette and the dialogs that the palette starts. */
function PaletteButton({ signOut }: { signOut: () => void }) {
  const [open, setOpen] = useState<'palette' | 'client' | 'task' | 'ask' | 'factfind'>();
  const [clientId, setClientId] = useState<string>();
  const close = () => setOpen(undefined);
  useRemembering();
  useEffect(() => {
    const opensFor = (dialog: 'task' | 'ask' | 'factfind') => (id: string | undefined) => {
      setClientId(id);
      setOpen(dialog);
    };
    const stops = [
      openPalette.on(() => setOpen('palette')),
      openAssignTask.on(opensFor('task')),
      openAsk.on(opensFor('ask')),
      openStartFactfind.on(opensFor('factfind')),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  return (
    <>
      <Button
        variant="ghost"
        colorPalette="gray"
        size="sm"
        px={{ base: '2', xl: '3' }}
        aria-label={PALETTE_LABEL}
        aria-keyshortcuts="Control+K Meta+K"
        title={PALETTE_LABEL}
        onClick={() => setOpen('palette')}
      >
        <Search aria-hidden />
        <Flex as="span" gap="1" display={{ base: 'none', xl: 'flex' }}>
          {PALETTE_KEYS.split(' ').map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </Flex>
      </Button>
      {open === 'palette' && <Palette actions={{ signOut, addClient: () => setOpen('client') }} onClose={close} />}
      <AddClientDialog open={open === 'client'} onClose={close} />
      <AssignTaskDialog
        key={clientId}
        clientId={clientId}
        open={open === 'task'}
        onClose={close}
        onAddClient={() => setOpen('client')}
      />
      {clientId && <AskDialog key={`ask ${clientId}`} clientId={clientId} open={open === 'ask'} onClose={close} />}
      {clientId && (
        <StartFactfindDialog
          key={`factfind ${clientId}`}
          clientId={clientId}
          open={open === 'factfind'}
          onClose={close}
        />
      )}
    </>
  );
}

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

function UnreadStatus() {
  const unread = useUnread();
  return (
    <Text aria-live="polite" srOnly>
      {unread > 0 && `Inbox: ${unread} unread`}
    </Text>
  );
}

const Home = () => (
  <Box
    asChild
    flex={{ base: '1 1 4rem', xl: '0 1 auto' }}
    minW="0"
    css={{ '& svg': { hideBelow: 'sm' }, '& span > span': { lineClamp: { base: '3', sm: '2' } } }}
  >
    <Link to={paths.dashboard} aria-label={`${useFirm()}, home`}>
      <Wordmark />
    </Link>
  </Box>
);

/** Memoised, as the frame renders again for the count of notices and the firm's name, which arrive after it. */
export const Header = memo(function Header({ busy, signOut }: ReturnType<typeof useLogout>) {
  return (
    <Box as="header" data-screen-only bg="bg.surface" borderBottomWidth="1px">
      <UnreadStatus />
      <Flex
        maxW="8xl"
        mx="auto"
        ps={{ base: EDGE, md: '8' }}
        pe={{ base: '2', md: '8' }}
        minH="14"
        py="1"
        align="center"
        wrap={{ base: 'wrap', xl: 'nowrap' }}
        columnGap={{ base: '1', sm: '2', xl: '3' }}
      >
        <Home />
        <Navigation />
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
            title="Logout"
            px={{ base: '2', xl: '3' }}
          >
            <LogOut aria-hidden />
            <Text as="span" display={{ base: 'none', xl: 'inline' }}>
              Logout
            </Text>
          </Button>
        </Flex>
      </Flex>
    </Box>
  );
});
