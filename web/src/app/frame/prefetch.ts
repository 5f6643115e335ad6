import { useEffect } from 'react';
import { matchPath } from 'react-router';
import { whenIdle } from '../../lib/when-idle.ts';
import { useMe } from '../../parts/me.ts';
import { ADVISER_PAGES } from '../pages.ts';

declare global {
  interface Navigator {
    /** Not in every browser. */
    readonly connection?: { readonly saveData?: boolean };
  }
}

/** How long the pointer or the focus rests on a link before it counts as meant. */
const DWELL_MS = 65;
const IDLE_MS = 2000;

/** Fetches the code of the page at an address and reads what it is opened with. What fails is tried again when it is opened. */
async function fetchAhead(pathname: string): Promise<void> {
  for (const { path, load } of ADVISER_PAGES) {
    const match = matchPath(path, pathname);
    if (match)
      await load().then(
        ({ readAhead }) => readAhead?.(match.params),
        () => undefined,
      );
  }
}

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

/** Fetches the code of one page after the other while nothing else happens, but for those who save data. */
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
  if (!navigator.connection?.saveData) soon();
  return () => void left.splice(0);
}

/** Has the code and the first data of the next page there before it is opened. */
export function usePrefetch(): void {
  const isAdmin = useMe().role === 'admin';
  useEffect(watchLinks, []);
  useEffect(() => fetchAllIdly(isAdmin), [isAdmin]);
}
