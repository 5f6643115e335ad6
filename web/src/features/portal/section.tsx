import type { BoxProps } from '@chakra-ui/react/box';
import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useId } from 'react';
import { Sheet } from '../../ui/sheet.tsx';

interface Props extends Omit<BoxProps, 'title'> {
  title: string;
  children: ReactNode;
}

/** A part of the portal under its title, with room to breathe. */
export function Section({ title, children, ...props }: Props) {
  const id = useId();
  return (
    <Sheet as="section" aria-labelledby={id} px={{ base: '5', md: '8' }} py={{ base: '5', md: '7' }} {...props}>
      <chakra.h2 id={id} textStyle="xl" mb="4">
        {title}
      </chakra.h2>
      {children}
    </Sheet>
  );
}
