import { useEffect } from 'react';
import { whenIdle } from '../../lib/lazy/when-idle.ts';
import { queryClient } from '../../lib/query/query.ts';
import { useMe } from '../../parts/account/me.ts';
import { ADVISER_PAGES } from '../pages.ts';
import { fetchAhead } from '../read-ahead.ts';

declare global {
  interface Navigator {
    /** Not in every browser. */
    readonly connection?: { readonly saveData?: boolean };
  }
}

/** How long the pointer or the focus rests on a link before it counts as meant. */
const DWELL_MS = 65;
const IDLE_MS = 2000;

function linkedPath({ target }: Event): string | undefined {
  const link = target instanceof Element ? target.closest('a') : null;
  const leadsOn = link && link.origin === window.location.origin && link.target !== '_blank';
  return leadsOn && link.pathname !== window.location.pathname ? link.pathname : undefined;
}

/** Fetches ahead where links lead to, as soon as somebody is about to follow one: by pointer, by focus, by finger. */
function watchLinks(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = (event: Event) => {
    clearTimeout(timer);
    const path = linkedPath(event);
    if (path) timer = setTimeout(() => void fetchAhead(path), DWELL_MS);
  };
  const now = (event: Event) => {
    const path = linkedPath(event);
    if (path) void fetchAhead(path);
  };
  const listeners = { pointerover: soon, focusin: soon, touchstart: now } as const;
  for (const [name, listen] of Object.entries(listeners)) document.addEventListener(name, listen, { passive: true });
  return () => {
    clearTimeout(timer);
    for (const [name, listen] of Object.entries(listeners)) document.removeEventListener(name, listen);
  };
}

/** Waits until all that was asked for has come; gives what calls that off. */
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

/**
 * Fetches the code of one page after the other while nothing else happens, once the page that is open has what it shows; not for
 * those who save data.
 */
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

/** Has the code and the first data of the next page there before it is opened. */
export function usePrefetch(): void {
  const isAdmin = useMe().role === 'admin';
  useEffect(watchLinks, []);
  useEffect(() => fetchAllIdly(isAdmin), [isAdmin]);
}
