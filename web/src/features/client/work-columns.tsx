import { Grid } from '@chakra-ui/react/grid';
import { lazy, Suspense, startTransition, useEffect, useState } from 'react';
import { whenIdle } from '../../lib/screen/idle.ts';
import { Boundary } from '../../ui/eager/boundary.tsx';
import { usePageOpened } from './section-notices.tsx';
import { ORDER, WORK_COLUMNS } from './sections.tsx';

/** Maximum wait for an idle moment before the next section, in milliseconds. */
const LATEST_MS = 200;

function fetchAll() {
  for (const { fetchCode } of ORDER) fetchCode();
}

/**
 * Returns the sections to render: one more per idle moment, so that no task is long. Renders all at once if the address
 * has a hash. A transition waits for a section's code, so nothing on the screen moves.
 */
function useRenderedSections() {
  const [count, setCount] = useState(() => {
    if (!window.location.hash) return 0;
    fetchAll();
    return ORDER.length;
  });
  // Deferred, because starting all imports takes a phone 60 ms, which would delay the page's own requests.
  useEffect(() => whenIdle(fetchAll, { latest: LATEST_MS }), []);
  useEffect(() => {
    if (count < ORDER.length) return whenIdle(() => startTransition(() => setCount(count + 1)), { latest: LATEST_MS });
  }, [count]);
  return ORDER.slice(0, count);
}

// Needed once somebody prints, so it comes after all sections.
const FileNote = lazy(() => import('./print/file-note.tsx'));

/** Two columns, stacked on narrow screens: work on the left; people and the audit log on the right. */
export default function WorkColumns() {
  usePageOpened();
  const rendered = useRenderedSections();
  return (
    <>
      {WORK_COLUMNS.map((sections) => (
        <Grid key={sections[0]?.id} gap="4" templateColumns="minmax(0, 1fr)">
          {sections.map((section) => rendered.includes(section) && section.element)}
        </Grid>
      ))}
      <Boundary>
        <Suspense>{rendered.length === ORDER.length && <FileNote />}</Suspense>
      </Boundary>
    </>
  );
}
