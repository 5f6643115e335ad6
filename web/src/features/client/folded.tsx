import { Box } from '@chakra-ui/react/box';
import type { ReactNode } from 'react';
import { Disclosure } from './disclosure.tsx';
import { useFold } from './navigation.ts';

interface Props {
  /** Anchors of the rows inside. A link to one of them opens the list. */
  anchors: readonly string[];
  summary: string;
  children: ReactNode;
}

/** Finished rows of a list. Folded until the user or a link opens them. */
export function Folded({ anchors, summary, children }: Props) {
  const [open = false, setOpen] = useFold(anchors);
  return (
    <Disclosure
      open={open}
      onToggle={() => setOpen(!open)}
      summary={
        <Box as="span" textStyle="sm" color="fg.muted">
          {summary}
        </Box>
      }
    >
      {children}
    </Disclosure>
  );
}
