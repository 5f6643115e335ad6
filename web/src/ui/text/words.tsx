import { Text, type TextProps } from '@chakra-ui/react/text';

// Keeps truncated text at the page's start edge, also in right-to-left scripts.
const CUT = { width: 'fit-content', maxW: 'full' } as const;

/**
 * Text that a user wrote, such as a name or note. Each paragraph has the direction of its own script, and long words
 * break. Inline by default; `as` makes it a heading or paragraph.
 */
export const Words = (props: TextProps) => (
  <Text as="bdi" dir="auto" unicodeBidi="plaintext" overflowWrap="anywhere" {...(props.truncate && CUT)} {...props} />
);
