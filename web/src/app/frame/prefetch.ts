import { useEffect } from 'react';
import { matchPath } from 'react-router';
import { queryClient } from '../../lib/query/query.ts';
import { whenIdle } from '../../lib/screen/idle.ts';
import { useMe } from '../../parts/account/me.ts';
import { ADVISER_PAGES } from './pages.ts';

declare global {
  interface Navigator {
    readonly connection?: { readonly saveData?: boolean };
  }
}

/** Milliseconds of hover or focus before a link is prefetched. */
const DWELL_MS = 65;
const IDLE_MS = 2000;

/** Loads the code of the page at an address and starts its reads. Errors are ignored, as opening the page retries. */
async function prefetch(pathname: string): Promise<void> {
  for (const { path, load } of ADVISER_PAGES) {
    const match = matchPath(path, pathname);
    if (match)
      await load().then(
        ({ loader }) => loader?.(match),
        () => undefined,
      );
  }
}

function linkedPath({ target }: Event): string | undefined {
  const link = target instanceof Element ? target.closest('a') : null;
  const leadsOn = link && link.origin === window.location.origin && link.target !== '_blank';
  return leadsOn && link.pathname !== window.location.pathname ? link.pathname : undefined;
}

function watchLinks(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = (event: Event) => {
    clearTimeout(timer);
    const path = linkedPath(event);
    if (path) timer = setTimeout(() => void prefetch(path), DWELL_MS);
  };
  const now = (event: Event) => {
    const path = linkedPath(event);
    if (path) void prefetch(path);
  };
  const listeners = { pointerover: soon, focusin: soon, touchstart: now } as const;
  for (const [name, listen] of Object.entries(listeners)) document.addEventListener(name, listen, { passive: true });
  return () => {
    clearTimeout(timer);
    for (const [name, listen] of Object.entries(listeners)) document.removeEventListener(name, listen);
  };
}

/** Runs work once no read is pending; returns a function that cancels it. */
function whenRead(work: () => void): () => void {
  if (queryClient.isFetching() === 0) {
    work();
    return () => undefined;
  }
  const stop = queryClient.getQueryCache().subscribe(() => {
    if (queryClient.isFetching() > 0) return;
    stop();
    work();
  });
  return stop;
}

/** Loads the code of all pages while idle, once the open page has its data; never in data-saver mode. */
function fetchAllIdly(isAdmin: boolean): () => void {
  const left = ADVISER_PAGES.filter(({ admin }) => isAdmin || !admin);
  const soon = () => whenIdle(next, { otherwise: IDLE_MS });
  const next = () => {
    const page = left.shift();
    if (page)
      page.load().then(
        () => void soon(),
        () => left.splice(0),
      );
  };
  const stop = navigator.connection?.saveData ? () => undefined : whenRead(soon);
  return () => {
    stop();
    left.splice(0);
  };
}

export function usePrefetch(): void {
  const isAdmin = useMe().role === 'admin';
  useEffect(watchLinks, []);
  useEffect(() => fetchAllIdly(isAdmin), [isAdmin]);
}
