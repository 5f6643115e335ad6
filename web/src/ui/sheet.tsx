import { Box, type BoxProps } from '@chakra-ui/react/box';

/** A sheet of paper: the surface that groups what belongs together. */
export const Sheet = (props: BoxProps) => (
  <Box bg="bg.surface" borderWidth="1px" borderRadius="l3" boxShadow="xs" {...props} />
);
