import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import type { ReactNode } from 'react';

/** Part of the stage dialog with its title and actions. */
export const StagePart = ({
  title,
  actions,
  children,
}: {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}) => (
  <Box as="section">
    <Flex align="center" justify="space-between" columnGap="2" wrap="wrap" mb="1.5" minH="8">
      <Text as="h3" textStyle="sm" fontWeight="semibold">
        {title}
      </Text>
      {actions}
    </Flex>
    {children}
  </Box>
);
