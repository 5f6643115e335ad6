import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Skeleton } from '@chakra-ui/react/skeleton';
import { Text } from '@chakra-ui/react/text';
import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { whenIdle } from '../../lib/screen/lazy.ts';
import type { LateParts } from './late-parts.tsx';

/** A busy page may never be idle: its client would wait for messages and documents without end. */
const LATEST_MS = 3000;

interface Late {
  parts?: LateParts;
  /** Set where the parts could not be fetched. */
  isMissing: boolean;
  fetchAgain: () => void;
}

const LateContext = createContext<Late>({ isMissing: false, fetchAgain: () => undefined });

/** What comes after the first picture, once it is there. */
export const useLate = () => use(LateContext);

type State = Pick<Late, 'parts' | 'isMissing'>;

const bring = (show: (state: State) => void) =>
  import('./late-parts.tsx').then(
    ({ lateParts }) => show({ parts: lateParts, isMissing: false }),
    () => show({ isMissing: true }),
  );

/** Fetches what nobody sees at once when the browser is idle: its 9.5 KB do not fit into the first load of 158 KB. */
export function LateProvider({ children }: { children: ReactNode }) {
  const [late, setLate] = useState<State>({ isMissing: false });
  useEffect(() => whenIdle(() => void bring(setLate), { latest: LATEST_MS }), []);
  const fetchAgain = () => {
    setLate({ isMissing: false });
    void bring(setLate);
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
  /** Height of what is to come, so that little moves. */
  height: string;
  children: (parts: LateParts) => ReactNode;
}

/** A part of the page whose code comes after the first picture. */
export function LatePart({ height, children }: Props) {
  const { parts, isMissing, fetchAgain } = useLate();
  if (parts) return children(parts);
  if (isMissing) return <Missing onRetry={fetchAgain} />;
  return <Skeleton aria-hidden height={height} borderRadius="l2" />;
}
