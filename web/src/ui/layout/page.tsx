import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import type { ReactNode } from 'react';
import { Title } from '../eager/title.tsx';
import { Words } from '../text/words.tsx';
import { EDGE } from './edge.ts';

interface Props {
  title: string;
  /** Title of the browser tab, if it differs. */
  tab?: string;
  subtitle?: string;
  greeting?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

export const Page = ({ title, tab = title, subtitle, greeting, actions, children }: Props) => (
  <Box
    as="main"
    id="main"
    maxW="8xl"
    mx="auto"
    px={{ base: EDGE, md: '8' }}
    pt={{ base: '5', md: '8' }}
    // Clear of a bar at the foot of the window.
    pb={{ base: 'calc({spacing.5} + var(--below-toasts, 0px))', md: 'calc({spacing.8} + var(--below-toasts, 0px))' }}
  >
    <Title>{tab}</Title>
    <Flex
      justify="space-between"
      align={{ base: 'stretch', sm: 'end' }}
      direction={{ base: 'column', sm: 'row' }}
      wrap={{ sm: 'wrap' }}
      gap="4"
      mb="6"
    >
      <Box minW="0">
        {greeting && (
          <Text textStyle="sm" fontWeight="medium" color="brand.fg" mb="0.5">
            {greeting}
          </Text>
        )}
        <Words as="h1" textStyle={{ base: '2xl', md: '3xl' }}>
          {title}
        </Words>
        {subtitle && <Text color="fg.muted">{subtitle}</Text>}
      </Box>
      {actions && (
        <Flex gap="2" wrap="wrap" align="center">
          {actions}
        </Flex>
      )}
    </Flex>
    {children}
  </Box>
);
