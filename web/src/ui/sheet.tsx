import { Box, type BoxProps } from '@chakra-ui/react/box';
import type { RefAttributes } from 'react';

/** A sheet of paper: the surface that groups what belongs together. */
export const Sheet = (props: BoxProps & RefAttributes<HTMLDivElement>) => (
  <Box bg="bg.surface" borderWidth="1px" borderRadius="l3" boxShadow="xs" {...props} />
);
