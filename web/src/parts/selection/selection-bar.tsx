import type { ReactNode } from 'react';
import { Sheet } from '../../ui/layout/sheet.tsx';

interface Props {
  /** Name of the region, such as "Selected clients". */
  label: string;
  mb: string;
  children: ReactNode;
}

/** Sticky bar with the actions on ticked rows. */
export const SelectionBar = ({ label, mb, children }: Props) => (
  <Sheet
    as="div"
    role="region"
    aria-label={label}
    weight="raised"
    position="sticky"
    top="0"
    zIndex="sticky"
    px="3"
    py="2"
    mb={mb}
  >
    {children}
  </Sheet>
);
