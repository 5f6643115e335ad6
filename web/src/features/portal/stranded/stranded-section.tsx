import { Suspense } from 'react';
import { lazyPart } from '../../../ui/eager/lazy-part.tsx';
import { useAccess } from '../access.ts';

const OwnStranded = lazyPart(
  () => import('./own-stranded.tsx'),
  () => null,
);

export const StrandedSection = () =>
  useAccess().token && (
    <Suspense>
      <OwnStranded />
    </Suspense>
  );
