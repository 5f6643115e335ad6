import { Suspense, useEffect, useState } from 'react';
import { whenIdle } from '../../../lib/screen/idle.ts';
import { unfinishedUploads } from '../../../lib/storage/unfinished-uploads.ts';
import { useUnfinishedUploads } from '../../../parts/upload/use-unfinished.ts';
import { lazyPart } from '../../../ui/eager/lazy-part.tsx';
import { Sheet } from '../../../ui/layout/sheet.tsx';
import { useAccess, usePersonId } from '../access.ts';
import { Missing } from '../preloaded-part.tsx';
import { INSETS } from '../section.tsx';
import { UNFINISHED } from './partly-sent.tsx';

const OwnUnfinishedUploads = lazyPart(() => import('./unfinished-uploads.tsx'), Missing);

/** Latest read in milliseconds: it must not compete with the page for a slow line. */
const LATEST_MS = 5000;

export function UnfinishedSection() {
  const { token, portal } = useAccess();
  const clientId = portal.client.id;
  const personId = usePersonId();
  const [isRead, setRead] = useState(() => unfinishedUploads('client', personId).length > 0);
  useEffect(() => whenIdle(() => setRead(true), { latest: LATEST_MS }), []);
  const unfinished = useUnfinishedUploads({ clientId, token }, isRead && token !== undefined);
  return (
    unfinished.length > 0 && (
      // There before its content, as links of rows lead to it.
      <Sheet id={UNFINISHED} px={INSETS.section} py="4" boxShadow="md" tabIndex={-1} outline="none">
        <Suspense>
          <OwnUnfinishedUploads />
        </Suspense>
      </Sheet>
    )
  );
}
