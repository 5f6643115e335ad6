import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Skeleton } from '@chakra-ui/react/skeleton';
import { Text } from '@chakra-ui/react/text';
import { Suspense, useEffect, useState } from 'react';
import { whenIdle } from '../../lib/screen/idle.ts';
import { lazyPart, type PartLoader, type Retry } from '../../ui/eager/lazy-part.tsx';
import { Sheet } from '../../ui/layout/sheet.tsx';
import { INSETS } from './section.tsx';

const Instead = ({ why, onRetry }: Retry & { why: string }) => (
  <Flex role="alert" direction="column" align="start" gap="3">
    <Text color="fg.muted">{why}</Text>
    <Button size="lg" variant="outline" onClick={onRetry}>
      Try Again
    </Button>
  </Flex>
);

/** Shown instead of a part whose code could not be loaded. */
export const Missing = ({ onRetry }: Retry) => (
  <Instead why="This part of your page could not be loaded. Please check your connection." onRetry={onRetry} />
);

/** Shown instead of a section that failed while it was drawn. */
export const CrashedSection = ({ onRetry }: Retry) => (
  <Sheet as="section" px={INSETS.section} py="5">
    <Instead
      why="This part of your page could not be shown. That is our mistake, not yours. The rest of your page still works."
      onRetry={onRetry}
    />
  </Sheet>
);

/** Latest preload in milliseconds, as a busy page may never be idle. */
const LATEST_MS = 3000;

/** Parts to preload once the page is shown; `undefined` from then on. */
let waiting: Set<() => Promise<unknown>> | undefined = new Set();

const preload = (load: () => Promise<unknown>) =>
  whenIdle(() => void load().catch(() => undefined), { latest: LATEST_MS });

/** Starts preloading once the page is shown, so that parts do not compete with its data for a slow line. */
export function preloadParts(): void {
  for (const load of waiting ?? []) preload(load);
  waiting = undefined;
}

/**
 * A part whose code is preloaded when the browser is idle, so that it opens without a connection too. `height` is that
 * of its placeholder, close to the final height to avoid a layout shift.
 */
export function preloadedPart<P extends object>(load: PartLoader<P>, height: string) {
  const Content = lazyPart(load, Missing);
  if (waiting) waiting.add(load);
  else preload(load);
  // biome-ignore lint/correctness/noComponentHookFactories: called once for a module, as React's own lazy
  return function PreloadedPart(props: P) {
    // Starts to load after the page around it is drawn.
    const [isDrawn, setDrawn] = useState(false);
    useEffect(() => setDrawn(true), []);
    const placeholder = <Skeleton aria-hidden height={height} borderRadius="l2" />;
    return <Suspense fallback={placeholder}>{isDrawn ? <Content {...props} /> : placeholder}</Suspense>;
  };
}
