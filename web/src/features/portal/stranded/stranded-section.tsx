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

export function StrandedSection() {
  const { token } = useAccess();
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => whenIdle(() => setLoaded(true), { latest: LATEST_MS }), []);
  return (
    token &&
    isLoaded && (
      <Suspense>
        <OwnStranded />
      </Suspense>
    )
  );
}
