import { chakra } from '@chakra-ui/react/styled-system';
import type { MouseEvent } from 'react';

const Anchor = chakra('a', {
  base: {
    position: 'absolute',
    top: '2',
    insetInlineStart: '2',
    zIndex: 'skipNav',
    px: '4',
    py: '2.5',
    borderRadius: 'l2',
    bg: 'brand.solid',
    color: 'brand.contrast',
    fontWeight: 'medium',
    '&:not(:focus)': { clipPath: 'inset(50%)', pointerEvents: 'none' },
  },
});

/** Moves the focus past the header. Keeps the hash, which pages use. */
function skip(event: MouseEvent) {
  const main = document.querySelector('main');
  if (!main) return;
  event.preventDefault();
  main.tabIndex = -1;
  main.style.outline = 'none';
  main.focus();
}

/** First tab stop of a page, visible only while focused. */
export const SkipLink = () => (
  <Anchor href="#main" data-screen-only onClick={skip}>
    Skip to content
  </Anchor>
);
