import type { BoxProps } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, type RefAttributes, useId } from 'react';
import { Sheet } from '../../ui/layout/sheet.tsx';
import { INSETS } from './insets.ts';

interface Props extends Omit<BoxProps, 'title'>, RefAttributes<HTMLDivElement> {
  title: string;
  /** Beside the title. */
  badge?: ReactNode;
  /** Before the title. */
  before?: ReactNode;
  children: ReactNode;
}

/** A part of the portal under its title, with room to breathe. A link that leads here gives the title the focus. */
export function Section({ title, badge, before, children, ...props }: Props) {
  const id = useId();
  return (
    <Sheet
      as="section"
      aria-labelledby={id}
      px={INSETS.section}
      py={{ base: '5', md: '7' }}
      scrollMarginTop="4"
      {...props}
    >
      <Flex align="center" gap="3" mb="4">
        {before}
        <chakra.h2 id={id} textStyle="xl" tabIndex={-1}>
          {title}
        </chakra.h2>
        {badge}
      </Flex>
      {children}
    </Sheet>
  );
}
