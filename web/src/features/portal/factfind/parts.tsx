import { Box, type BoxProps } from '@chakra-ui/react/box';
import { Button, type ButtonProps } from '@chakra-ui/react/button';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Link } from 'react-router';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';

/** Title of a page of the fact-find, which takes the focus as the page opens. */
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

/** "3 of 12 sections done", in words and as a bar. */
export function SectionsDone({ done, of, ...box }: BoxProps & { done: number; of: number }) {
  const words = `${done} of ${of} sections done`;
  return (
    <Box {...box}>
      <Text key={words} color="fg.muted" mb="2" fontVariantNumeric="tabular-nums">
        {words}
      </Text>
      <ProgressBar
        label={words}
        percent={Math.round((done / Math.max(of, 1)) * 100)}
        height="2"
        borderRadius="full"
        bg="bg.emphasized"
        overflow="hidden"
      />
    </Box>
  );
}
