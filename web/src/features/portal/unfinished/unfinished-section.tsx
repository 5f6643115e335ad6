import { Suspense, useState } from 'react';
import { unfinishedUploads } from '../../../lib/storage/unfinished-uploads.ts';
import { lazyPart } from '../../../ui/eager/lazy-part.tsx';
import { useAccess } from '../access.ts';

const Unfinished = lazyPart(
  () => import('./unfinished.tsx'),
  () => null,
);

export function UnfinishedSection() {
  const { token, portal } = useAccess();
  const [isAny] = useState(() => token !== undefined && unfinishedUploads('client', portal.client.id).length > 0);
  return (
    isAny && (
      <Suspense>
        <Unfinished />
      </Suspense>
    )
  );
}
