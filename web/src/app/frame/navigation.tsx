import { Button } from '@chakra-ui/react/button';
import { chakra } from '@chakra-ui/react/styled-system';
import { Mail, Menu } from 'lucide-react';
import { useId } from 'react';
import { Link, matchPath, useLocation } from 'react-router';
import { paths } from '../../lib/navigation/paths.ts';
import { useMe, useUnread } from '../../parts/account/me.ts';
import { screensFor } from '../../parts/screens.ts';

const ScreenLink = chakra(Link, {
  base: {
    px: { base: '3', xl: '2.5' },
    py: { base: '2.5', xl: '1.5' },
    borderRadius: 'l2',
    textStyle: { base: 'md', xl: 'sm' },
    fontWeight: 'medium',
    color: 'fg.muted',
    whiteSpace: 'nowrap',
    _hover: { color: 'fg', bg: 'bg.muted' },
    _active: { bg: 'bg.emphasized' },
    _focusVisible: { outlineOffset: '-2px' },
    _currentPage: { color: 'brand.fg', bg: 'brand.subtle' },
  },
});

// A native popover in narrow windows, a row of links in wide ones.
const Panel = chakra('nav', {
  base: {
    gap: '1',
    color: 'inherit',
    border: 'none',
    overflow: { xl: 'visible' },
    flexShrink: '0',
    '&:popover-open': { display: 'grid' },
    bg: { base: 'bg.panel', xl: 'transparent' },
    position: { base: 'absolute', xl: 'static' },
    inset: '3.5rem auto auto 0.5rem',
    m: '0',
    p: { base: '2', xl: '0' },
    minW: { base: '14rem', xl: '0' },
    borderRadius: 'l3',
    boxShadow: { base: 'lg', xl: 'none' },
    display: { xl: 'flex' },
  },
});

const MAX_SHOWN = 99;
export const inShort = (unread: number) => (unread > MAX_SHOWN ? `${MAX_SHOWN}+` : String(unread));

/** Number of unread notices. Hidden from screen readers, as the link's name includes it. */
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

export function Navigation() {
  const id = useId();
  const unread = useUnread();
  const { pathname } = useLocation();
  const isShown = ({ to }: { to: string }) => matchPath(to, pathname) !== null;
  return (
    <>
      <Button
        variant="ghost"
        colorPalette="gray"
        size="sm"
        px="2"
        gap={{ base: '1', sm: '2' }}
        ms="-2"
        order="-1"
        display={{ xl: 'none' }}
        popoverTarget={id}
        aria-label={unread > 0 ? `Menu, ${unread} unread` : 'Menu'}
      >
        <Menu aria-hidden />
        {unread > 0 && (
          <>
            <Mail aria-hidden />
            <Count unread={unread} />
          </>
        )}
      </Button>
      <Panel
        id={id}
        popover="auto"
        aria-label="Main"
        onClick={({ currentTarget, target }) =>
          target instanceof Element && target.closest('a') && currentTarget.hidePopover()
        }
      >
        {screensFor(useMe().role).map((screen) => {
          const { label, to, views = [screen] } = screen;
          const waits = to === paths.inbox && unread > 0;
          return (
            <ScreenLink
              key={to}
              to={to}
              aria-current={views.some(isShown) ? 'page' : undefined}
              aria-label={waits ? `${label}, ${unread} unread` : undefined}
            >
              {label}
              {waits && <Count unread={unread} />}
            </ScreenLink>
          );
        })}
      </Panel>
    </>
  );
}
