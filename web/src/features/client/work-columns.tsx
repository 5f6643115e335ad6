import { Grid } from '@chakra-ui/react/grid';
import { startTransition, useEffect, useState } from 'react';
import { whenIdle } from '../../lib/screen/lazy.ts';
import { FileNote } from './print/file-note.tsx';
import { COLUMNS } from './sections.tsx';
import { usePageOpened } from './use-place.tsx';

/** By when a section is fetched or drawn even if the browser has no idle moment, in milliseconds. */
const LATEST_MS = 200;

// The top of each column is what people see first.
const ORDER = [...COLUMNS.flatMap(([top]) => top ?? []), ...COLUMNS.flatMap(([, ...rest]) => rest)];

function fetchAll() {
  for (const { fetchCode } of ORDER) fetchCode();
}

/**
 * Returns the sections to draw by now: one more in each idle moment, so that no task is long. All at once if the address
 * leads to one of them. A transition waits for a section's code, so that nothing on the screen moves or disappears.
 */
function useDrawn() {
  const [count, setCount] = useState(() => {
    if (!window.location.hash) return 0;
    fetchAll();
    return ORDER.length;
  });
  // Naming all chunks takes a phone 60 ms, in which the page's own reads would not start.
  useEffect(() => whenIdle(fetchAll, { latest: LATEST_MS }), []);
  useEffect(() => {
    if (count < ORDER.length) return whenIdle(() => startTransition(() => setCount(count + 1)), { latest: LATEST_MS });
  }, [count]);
  return ORDER.slice(0, count);
}

/** Work on the left, people and the audit log on the right; one below the other on narrow screens. */
export default function WorkColumns() {
  usePageOpened();
  const drawn = useDrawn();
  return (
    <>
      {COLUMNS.map((sections) => (
        <Grid key={sections[0]?.id} gap="5" templateColumns="minmax(0, 1fr)">
          {sections.map((section) => drawn.includes(section) && section.element)}
        </Grid>
      ))}
      <FileNote />
    </>
  );
}
