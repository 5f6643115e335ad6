import { Box } from '@chakra-ui/react/box';
import { ChevronDown } from 'lucide-react';

/** Arrow of a button that opens something below it: points down while that is open, else to the side. */
export const FoldArrow = ({ isOpen }: { isOpen: boolean }) => (
  <Box
    as="span"
    color="fg.subtle"
    rotate={isOpen ? '0deg' : '-90deg'}
    transition="rotate 0.15s"
    display="inline-flex"
    flexShrink="0"
  >
    <ChevronDown size={18} aria-hidden />
  </Box>
);
