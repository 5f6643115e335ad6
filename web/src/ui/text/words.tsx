import { Text, type TextProps } from '@chakra-ui/react/text';

// A line that is cut stays where lines of the other direction begin.
const CUT = { width: 'fit-content', maxW: 'full' } as const;

/**
 * What a person wrote, such as a name, a title or a note: each paragraph runs in the direction of its own script, whatever
 * is around it, and a word too long for its place is broken. In a sentence as it is; `as` makes it a heading or a paragraph.
 */
export const Words = (props: TextProps) => (
  <Text as="bdi" dir="auto" unicodeBidi="plaintext" overflowWrap="anywhere" {...(props.truncate && CUT)} {...props} />
);
