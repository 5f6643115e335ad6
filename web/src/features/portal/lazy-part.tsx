import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Skeleton } from '@chakra-ui/react/skeleton';
import { Text } from '@chakra-ui/react/text';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { whenIdle } from '../../lib/screen/lazy.ts';

type Part<P> = (props: P) => ReactNode;

interface Retry {
  onRetry: () => void;
}

const Missing = ({ onRetry }: Retry) => (
  <Flex role="alert" direction="column" align="start" gap="3">
    <Text color="fg.muted">This part of your page could not be loaded. Please check your connection.</Text>
    <Button size="lg" variant="outline" onClick={onRetry}>
      Try Again
    </Button>
  </Flex>
);

/** Latest preload in milliseconds, as a busy page may never be idle. */
const LATEST_MS = 3000;

type Load = () => Promise<unknown>;
/** Parts to preload once the page is shown; `undefined` from then on. */
let waiting: Set<Load> | undefined = new Set();

const preload = (load: Load) => whenIdle(() => void load().catch(() => undefined), { latest: LATEST_MS });

/** Starts preloading once the page is shown, so that parts do not compete with its data for a slow line. */
export function preloadParts(): void {
  for (const load of waiting ?? []) preload(load);
  waiting = undefined;
}

/**
 * A part whose code is preloaded when the browser is idle, so that it opens without a connection too. `height` is that
 * of its placeholder, close to the final height to avoid a layout shift.
 */
export function lazyPart<P extends object>(load: () => Promise<{ default: Part<P> }>, height: string) {
  const start = () => lazy<Part<P & Retry>>(() => load().catch(() => ({ default: Missing })));
  let latest = start();
  if (waiting) waiting.add(load);
  else preload(load);
  // biome-ignore lint/correctness/noComponentHookFactories: called once for a module, as React's own lazy
  return function LazyPart(props: P) {
    const [Content, setContent] = useState(() => latest);
    // Starts to load after the page around it is drawn.
    const [isDrawn, setDrawn] = useState(false);
    useEffect(() => setDrawn(true), []);
    const retry = () => {
      latest = start();
      setContent(() => latest);
    };
    const placeholder = <Skeleton aria-hidden height={height} borderRadius="l2" />;
    return <Suspense fallback={placeholder}>{isDrawn ? <Content {...props} onRetry={retry} /> : placeholder}</Suspense>;
  };
}
