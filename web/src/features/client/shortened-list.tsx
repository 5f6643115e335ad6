import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { useFold } from './navigation.ts';

interface Props<T> {
  items: readonly T[];
  /** Number of items shown at first. */
  most: number;
  /** Ids of items that are shown in any case. */
  newIds: ReadonlySet<string>;
  /** Plural noun for screen readers, as a page has several such buttons. */
  noun: string;
  /** Returns the id of an item's element, which can take the focus. */
  anchorOf: (id: string) => string;
  children: (item: T) => ReactNode;
}

/**
 * Lists the first items, then all of them on request or if a link leads to a hidden one. Hides only items that were
 * hidden at first, so that no row disappears while somebody works on it.
 */
export function ShortenedList<T extends { id: string }>({ items, most, newIds, noun, anchorOf, children }: Props<T>) {
  const [hiddenAtFirst] = useState(() => new Set(items.slice(most).map(({ id }) => id)));
  const hidden = items.slice(most).filter(({ id }) => hiddenAtFirst.has(id) && !newIds.has(id));
  const anchors = hidden.map(({ id }) => anchorOf(id));
  const [isAll = false, setAll] = useFold(anchors);
  const showAll = () => {
    flushSync(() => setAll(true));
    // The button disappears, so the first new row takes the focus.
    if (anchors[0]) document.getElementById(anchors[0])?.focus();
  };
  return (
    <>
      <Box as="ul" listStyleType="none">
        {(isAll ? items : items.filter((item) => !hidden.includes(item))).map(children)}
      </Box>
      {!isAll && hidden.length > 0 && (
        <Button
          size="xs"
          variant="ghost"
          display="flex"
          ms="-2"
          mt="1"
          aria-label={`Show All ${items.length} ${noun}`}
          onClick={showAll}
        >
          {`Show All ${items.length}`}
        </Button>
      )}
    </>
  );
}
