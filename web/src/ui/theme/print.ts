/** On paper: ink on white, without what only a screen has use for. The theme is the light one (`lib/color-mode.ts`). */
export const print = {
  'html:root': {
    '--c-colors-bg': '#ffffff',
    '--c-colors-bg-canvas': '#ffffff',
    '--c-colors-bg-surface': '#ffffff',
    '--c-colors-bg-raised': '#ffffff',
  },
  'nav, [data-screen-only], .chakra-skeleton': { display: 'none !important' },
  // What is made for paper alone stands in place of the screen.
  'body:has(> [data-paper]) > :not([data-paper])': { display: 'none !important' },
  '*, *::before, *::after': { boxShadow: 'none !important' },
  'h1, h2, h3': { breakAfter: 'avoid' },
  'li, tr': { breakInside: 'avoid' },
};
