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
