export const TAB = {
  borderBottomWidth: '2px',
  borderColor: 'transparent',
  textStyle: 'sm',
  fontWeight: 'medium',
  color: 'fg.muted',
  whiteSpace: 'nowrap',
  _hover: { color: 'fg', borderColor: 'border.emphasized' },
  '&[aria-current]': { color: 'brand.fg', borderColor: 'brand.solid' },
} as const;
