import { Box } from '@chakra-ui/react/box';
import { Button, type ButtonProps } from '@chakra-ui/react/button';
import { chakra } from '@chakra-ui/react/styled-system';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Link } from 'react-router';
import { Sheet } from '../../ui/layout/sheet.tsx';
import { PortalFrame } from './portal-frame.tsx';
import { INSETS } from './section.tsx';

/** Page of its own below the portal. */
export const OwnPage = ({ title, children }: { title: string; children: ReactNode }) => (
  <PortalFrame title={title}>
    <Box maxW="3xl" mx="auto" px={INSETS.page} py={{ base: '3', md: '8' }}>
      <Sheet px={INSETS.section} py={{ base: '4', md: '7' }}>
        {children}
      </Sheet>
    </Box>
  </PortalFrame>
);

/** Title of such a page, which takes the focus as the page opens. */
export function PageTitle({ id, children }: { id?: string; children: ReactNode }) {
  const title = useRef<HTMLHeadingElement>(null);
  // At once: a later focus would be taken from a field that is typed into already.
  useLayoutEffect(() => title.current?.focus({ preventScroll: true }), []);
  return (
    <chakra.h1
      ref={title}
      id={id}
      tabIndex={-1}
      textStyle={{ base: '2xl', md: '3xl' }}
      lineHeight="shorter"
      overflowWrap="anywhere"
      outline="none"
    >
      {children}
    </chakra.h1>
  );
}

export const LinkButton = ({ to, state, children, ...look }: ButtonProps & { to: string; state?: unknown }) => (
  <Button asChild size="lg" {...look}>
    <Link to={to} state={state}>
      {children}
    </Link>
  </Button>
);

/** Link to the page above. */
export const UpLink = ({ to, children }: { to: string; children: string }) => (
  <LinkButton to={to} variant="ghost" colorPalette="gray" px="2" ms="-2" mb="2">
    <ArrowLeft aria-hidden />
    <span>{children}</span>
  </LinkButton>
);
