import type { BoxProps } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, type RefAttributes, useId } from 'react';
import { EDGE } from './edge.ts';
import { Sheet, type Weight } from './sheet.tsx';

interface Props extends Omit<BoxProps, 'title'>, RefAttributes<HTMLDivElement> {
  title: string;
  weight?: Weight;
  badge?: ReactNode;
  actions?: ReactNode;
}

export function Panel({ title, weight, badge, actions, children, ...props }: Props) {
  const id = useId();
  return (
    <Sheet
      as="section"
      aria-labelledby={id}
      weight={weight}
      px={weight === 'plain' ? '0' : { base: EDGE, md: '5' }}
      py="4"
      {...props}
    >
      <Flex justify="space-between" align="center" gap="3" mb="3" wrap="wrap">
        <Flex align="center" columnGap="2.5" wrap="wrap">
          <chakra.h2 id={id} textStyle="lg">
            {title}
          </chakra.h2>
          {badge}
        </Flex>
        {actions && (
          <Flex gap="2" wrap="wrap">
            {actions}
          </Flex>
        )}
      </Flex>
      {children}
    </Sheet>
  );
}
