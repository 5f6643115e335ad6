import { Suspense, useEffect, useState } from 'react';
import { type Account, accountReplaced } from '../../lib/http/session-events.ts';
import { lazyPart } from '../../ui/eager/lazy-part.tsx';
import { NotLoaded } from '../../ui/eager/state.tsx';

const ReplacedPage = lazyPart(() => import('./replaced-page.tsx'), NotLoaded);

/** Returns the account that is signed in instead of this page's; without a name if only the server noticed. */
export function useOtherAccount(): Partial<Account> | undefined {
  const [other, setOther] = useState<Partial<Account>>();
  useEffect(() => accountReplaced.on((account) => setOther((known) => account ?? known ?? {})), []);
  return other;
}

/** Replaces a page at once, although its notice loads only then. */
export const OtherAccount = ({ other }: { other: Partial<Account> }) => (
  <Suspense fallback={null}>
    <ReplacedPage other={other} />
  </Suspense>
);
