/** On paper: ink on white, without what only a screen has use for. The theme is the light one (`lib/color-mode.ts`). */
export const print = {
  // Important, as the theme's own values come in a later layer.
  'html:root': {
    '--c-colors-bg': '#ffffff !important',
    '--c-colors-bg-canvas': '#ffffff !important',
    '--c-colors-bg-surface': '#ffffff !important',
    '--c-colors-bg-raised': '#ffffff !important',
  },
  'nav, [data-screen-only], .chakra-skeleton': { display: 'none !important' },
  // What is made for paper alone stands in place of the screen.
  'body:has(> [data-paper]) > :not([data-paper])': { display: 'none !important' },
  '*, *::before, *::after': { boxShadow: 'none !important' },
  'h1, h2, h3': { breakAfter: 'avoid' },
  'li, tr': { breakInside: 'avoid' },
};
