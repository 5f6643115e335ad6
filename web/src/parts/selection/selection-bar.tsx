import type { ReactNode } from 'react';
import { useScrollPadding } from '../../lib/screen/use-scroll-padding.ts';
import { useWide } from '../../lib/screen/use-wide.ts';
import { Sheet } from '../../ui/layout/sheet.tsx';

interface Props {
  /** Name of the region, such as "Selected clients". */
  label: string;
  /** Height that it covers at the foot of the window, if it has more rows than usual. */
  room?: string | undefined;
  children: ReactNode;
}

/** Bar with the actions on ticked rows. Floats at the foot of the window, so that the rows stay where they are. */
export function SelectionBar({ label, room, children }: Props) {
  // One row of buttons and its distance from the edge, or two rows.
  const usual = useWide('lg') ? '4.5rem' : '7.5rem';
  const bottom = room ?? usual;
  useScrollPadding({ bottom, belowToasts: bottom });
  return (
    <Sheet
      as="div"
      role="region"
      aria-label={label}
      data-screen-only
      weight="raised"
      position="fixed"
      insetX="4"
      bottom="4"
      width="fit-content"
      maxW="calc(100% - 2rem)"
      mx="auto"
      zIndex="sticky"
      px="3"
      py="2"
    >
      {children}
    </Sheet>
  );
}
