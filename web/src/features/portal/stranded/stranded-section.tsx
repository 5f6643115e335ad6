import { Suspense, useEffect, useState } from 'react';
import { whenIdle } from '../../../lib/screen/idle.ts';
import { lazyPart } from '../../../ui/eager/lazy-part.tsx';
import { useAccess } from '../access.ts';
import { fateOf, type SeenWork } from './stranded.ts';

const OwnStranded = lazyPart(
  () => import('./own-stranded.tsx'),
  () => null,
);

/** Latest load in milliseconds: it must not delay the first screen. */
const LATEST_MS = 1000;

/** Returns what the page showed in this visit. Deleted tasks and requests stay in it. */
function useSeen(): SeenWork {
  const { tasks, requests } = useAccess().portal;
  const [seen] = useState(() => ({ titles: new Map<string, string>(), open: new Set<string>() }));
  for (const { id, title } of [...tasks, ...requests]) {
    seen.titles.set(id, title);
    if (!fateOf(id, { tasks, requests })) seen.open.add(id);
  }
  return seen;
}

export function StrandedSection() {
  const { token } = useAccess();
  // From the first draw on: a task may be gone before the rest is loaded.
  const seen = useSeen();
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => whenIdle(() => setLoaded(true), { latest: LATEST_MS }), []);
  return (
    token &&
    isLoaded && (
      <Suspense>
        <OwnStranded {...seen} />
      </Suspense>
    )
  );
}
