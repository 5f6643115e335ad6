import type { BoxProps } from '@chakra-ui/react/box';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';

export const Quote = ({ children, borderColor }: Pick<BoxProps, 'children' | 'borderColor'>) => (
  <chakra.blockquote mt="3" ps="3" borderStartWidth="3px" borderColor={borderColor}>
    <Text whiteSpace="pre-line">{children}</Text>
  </chakra.blockquote>
);
