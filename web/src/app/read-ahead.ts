import { matchPath } from 'react-router';
import { ADVISER_PAGES } from './pages.ts';

/** Fetches the code of the page at an address and reads what it is opened with. What fails is tried again when it is opened. */
export async function fetchAhead(pathname: string): Promise<void> {
  for (const { path, load } of ADVISER_PAGES) {
    const match = matchPath(path, pathname);
    if (match)
      await load().then(
        ({ readAhead }) => readAhead?.(match.params),
        () => undefined,
      );
  }
}

/**
 * Reads what the page at an address is opened with before it is drawn, as it is when the app is opened. What is new is asked for
 * first: whatever happens after that is news.
 */
export async function readFirst(pathname: string): Promise<void> {
  if (!ADVISER_PAGES.some(({ path }) => matchPath(path, pathname))) return;
  const { readAhead } = await import('./session/adviser-frame.tsx');
  void readAhead();
  await fetchAhead(pathname);
}
