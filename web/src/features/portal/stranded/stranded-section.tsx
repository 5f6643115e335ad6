import { Suspense, useEffect, useState } from 'react';
import { whenIdle } from '../../../lib/screen/idle.ts';
import { lazyPart } from '../../../ui/eager/lazy-part.tsx';
import { useAccess } from '../access.ts';

const OwnStranded = lazyPart(
  () => import('./own-stranded.tsx'),
  () => null,
);

/** Latest load in milliseconds: it must not delay the first screen. */
const LATEST_MS = 1000;

/** Returns titles by id, of this visit. Those of deleted tasks and requests stay. */
function useTitles(): ReadonlyMap<string, string> {
  const { tasks, requests } = useAccess().portal;
  const [titles] = useState(() => new Map<string, string>());
  for (const { id, title } of [...tasks, ...requests]) titles.set(id, title);
  return titles;
}

export function StrandedSection() {
  const { token } = useAccess();
  // From the first draw on: a task may be gone before the rest is loaded.
  const titles = useTitles();
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => whenIdle(() => setLoaded(true), { latest: LATEST_MS }), []);
  return (
    token &&
    isLoaded && (
      <Suspense>
        <OwnStranded titles={titles} />
      </Suspense>
    )
  );
}
