import { CloseButton } from '@chakra-ui/react/button';
import { Suspense, useEffect, useState } from 'react';
import { whenIdle } from '../../lib/screen/idle.ts';
import { useFocusFallback } from '../../lib/screen/use-focus-fallback.ts';
import { useMe } from '../../parts/account/me.ts';
import { useStoredChoice } from '../../parts/stored-choice.ts';
import { lazyPart } from '../../ui/eager/lazy-part.tsx';
import { NotLoaded } from '../../ui/eager/state.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { SetUpSkeleton } from './set-up-skeleton.tsx';

const SetUpSteps = lazyPart(() => import('./set-up-steps.tsx'), NotLoaded);

/** Latest start in milliseconds, as a busy page may never be idle. */
const LATEST_MS = 3000;
const OVER = 'over';

const panelAfter = (button: HTMLElement) => {
  const next = button.closest('section')?.nextElementSibling;
  return next instanceof HTMLElement ? next : null;
};

const Dismiss = ({ onClick }: { onClick: () => void }) => (
  <CloseButton
    ref={useFocusFallback<HTMLButtonElement>(panelAfter)}
    size="xs"
    aria-label="Dismiss these steps"
    onClick={onClick}
  />
);

/** First steps of a new firm, for admins until all are done or dismissed in this browser. `end` ends them. */
export function useSetUp() {
  const { id, role } = useMe();
  const [stored, store] = useStoredChoice(`set-up/${id}`);
  return { isShown: role === 'admin' && stored !== OVER, end: () => store(OVER) };
}

export function SetUp({ end }: Pick<ReturnType<typeof useSetUp>, 'end'>) {
  const [isDrawn, setDrawn] = useState(false);
  // Starts its reads once the page is drawn.
  useEffect(() => whenIdle(() => setDrawn(true), { latest: LATEST_MS }), []);
  return (
    <Panel title="Finish Setting Up" tabIndex={-1} mb="6" actions={<Dismiss onClick={end} />}>
      <Suspense fallback={<SetUpSkeleton />}>{isDrawn ? <SetUpSteps onDone={end} /> : <SetUpSkeleton />}</Suspense>
    </Panel>
  );
}
