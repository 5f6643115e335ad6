import type { SystemStyleObject } from '@chakra-ui/react/styled-system';

/**
 * Styles for touch screens. Nested, as Chakra sorts `@media` rules beside each other by collation: loading its tables
 * takes a phone 25 ms before the first button.
 */
export const onTouch = (style: SystemStyleObject): SystemStyleObject => ({
  '&': { '@media (pointer: coarse)': style },
});
