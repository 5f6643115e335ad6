import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Skeleton } from '@chakra-ui/react/skeleton';
import { Text } from '@chakra-ui/react/text';
import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { whenIdle } from '../../lib/screen/lazy.ts';
import type { DeferredParts } from './deferred-parts.tsx';

/** Latest start of the deferred load, as a busy page may never be idle. */
const LATEST_MS = 3000;

interface Deferred {
  parts?: DeferredParts;
  /** Set if loading the chunk failed. */
  isMissing: boolean;
  fetchAgain: () => void;
}

const DeferredContext = createContext<Deferred>({ isMissing: false, fetchAgain: () => undefined });

/** Returns the deferred parts, once they are loaded. */
export const useDeferredParts = () => use(DeferredContext);

type State = Pick<Deferred, 'parts' | 'isMissing'>;

const loadParts = (show: (state: State) => void) =>
  import('./deferred-parts.tsx').then(
    ({ deferredParts: lateParts }) => show({ parts: lateParts, isMissing: false }),
    () => show({ isMissing: true }),
  );

/** Loads the deferred parts when the browser is idle: their 9.5 KB exceed the budget of 158 KB for the first load. */
export function DeferredPartsProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<State>({ isMissing: false });
  useEffect(() => whenIdle(() => void loadParts(setState), { latest: LATEST_MS }), []);
  const fetchAgain = () => {
    setState({ isMissing: false });
    void loadParts(setState);
  };
  return <DeferredContext value={{ ...state, fetchAgain }}>{children}</DeferredContext>;
}

const Missing = ({ onRetry }: { onRetry: () => void }) => (
  <Flex role="alert" direction="column" align="start" gap="3">
    <Text color="fg.muted">This part of your page could not be loaded. Please check your connection.</Text>
    <Button size="lg" variant="outline" onClick={onRetry}>
      Try Again
    </Button>
  </Flex>
);

interface Props {
  /** Height of the placeholder, close to the final height to avoid a layout shift. */
  height: string;
  children: (parts: DeferredParts) => ReactNode;
}

/** Renders a part from the deferred chunk; a skeleton until it is loaded. */
export function DeferredPart({ height, children }: Props) {
  const { parts, isMissing, fetchAgain } = useDeferredParts();
  if (parts) return children(parts);
  if (isMissing) return <Missing onRetry={fetchAgain} />;
  return <Skeleton aria-hidden height={height} borderRadius="l2" />;
}
