/** Paddings of the portal. On a phone each is at most a share of the window, so that large text keeps its room. */
export const INSETS = {
  page: { base: 'min({spacing.3}, 4vw)', md: '8' },
  hero: { base: 'min({spacing.5}, 6vw)', md: '8' },
  section: { base: 'min({spacing.5}, 6vw)', md: '8' },
  card: { base: 'min({spacing.4}, 5vw)', md: '5' },
  stage: { base: 'min({spacing.2}, 2vw)', md: '3' },
} as const;
