import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Skeleton } from '@chakra-ui/react/skeleton';
import { Text } from '@chakra-ui/react/text';
import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { whenIdle } from '../../lib/screen/lazy.ts';
import type { LateParts } from './late-parts.tsx';

/** Latest start of the deferred load, as a busy page may never be idle. */
const LATEST_MS = 3000;

interface Late {
  parts?: LateParts;
  /** Set if loading the chunk failed. */
  isMissing: boolean;
  fetchAgain: () => void;
}

const LateContext = createContext<Late>({ isMissing: false, fetchAgain: () => undefined });

/** Returns the deferred parts, once they are loaded. */
export const useLate = () => use(LateContext);

type State = Pick<Late, 'parts' | 'isMissing'>;

const loadParts = (show: (state: State) => void) =>
  import('./late-parts.tsx').then(
    ({ lateParts }) => show({ parts: lateParts, isMissing: false }),
    () => show({ isMissing: true }),
  );

/** Loads the deferred parts when the browser is idle: their 9.5 KB exceed the budget of 158 KB for the first load. */
export function LateProvider({ children }: { children: ReactNode }) {
  const [late, setLate] = useState<State>({ isMissing: false });
  useEffect(() => whenIdle(() => void loadParts(setLate), { latest: LATEST_MS }), []);
  const fetchAgain = () => {
    setLate({ isMissing: false });
    void loadParts(setLate);
  };
  return <LateContext value={{ ...late, fetchAgain }}>{children}</LateContext>;
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
  children: (parts: LateParts) => ReactNode;
}

/** Renders a part from the deferred chunk; a skeleton until it is loaded. */
export function LatePart({ height, children }: Props) {
  const { parts, isMissing, fetchAgain } = useLate();
  if (parts) return children(parts);
  if (isMissing) return <Missing onRetry={fetchAgain} />;
  return <Skeleton aria-hidden height={height} borderRadius="l2" />;
}
