import type { BoxProps } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, type RefAttributes, useId } from 'react';
import { Sheet } from '../../ui/layout/sheet.tsx';

/** Paddings of the portal. On phones each is capped at a share of the window, to leave room for large text. */
export const INSETS = {
  page: { base: 'min({spacing.3}, 4vw)', md: '8' },
  hero: { base: 'min({spacing.5}, 6vw)', md: '8' },
  section: { base: 'min({spacing.5}, 6vw)', md: '8' },
  card: { base: 'min({spacing.4}, 5vw)', md: '5' },
  stage: { base: 'min({spacing.2}, 2vw)', md: '3' },
} as const;

interface Props extends Omit<BoxProps, 'title'>, RefAttributes<HTMLDivElement> {
  title: string;
  badge?: ReactNode;
  before?: ReactNode;
  children: ReactNode;
}

/** Titled part of the portal. A link to it focuses its title. */
export function Section({ title, badge, before, children, ...props }: Props) {
  const id = useId();
  return (
    <Sheet
      as="section"
      aria-labelledby={id}
      px={INSETS.section}
      py={{ base: '4', md: '7' }}
      scrollMarginTop="4"
      {...props}
    >
      <Flex align="center" columnGap="3" mb={{ base: '3', md: '4' }} wrap="wrap">
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
