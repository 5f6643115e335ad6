import { Box } from '@chakra-ui/react/box';
import { Grid } from '@chakra-ui/react/grid';
import { Skeleton } from '@chakra-ui/react/skeleton';
import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useId } from 'react';
import { EDGE } from './edge.ts';
import { Sheet } from './sheet.tsx';

interface Props {
  title: string;
  anchor?: string;
  about: ReactNode;
  children: ReactNode;
}

/** Section of a page: description at the side, content on a sheet. */
export function PageSection({ title, anchor, about, children }: Props) {
  const id = useId();
  return (
    <Grid
      as="section"
      id={anchor}
      aria-labelledby={id}
      tabIndex={-1}
      outline="none"
      templateColumns={{ base: 'minmax(0, 1fr)', lg: '17rem minmax(0, 52rem)', xl: '22rem minmax(0, 52rem)' }}
      alignItems="start"
      columnGap="10"
      rowGap="3"
      py="7"
      borderTopWidth="1px"
      _first={{ pt: '0', borderTopWidth: '0' }}
    >
      <Box>
        <chakra.h2 id={id} textStyle="lg" mb="1">
          {title}
        </chakra.h2>
        <Box textStyle="sm" color="fg.muted" display="grid" gap="2" maxW="lg">
          {about}
        </Box>
      </Box>
      <Sheet px={{ base: EDGE, md: '6' }} py="5">
        {children}
      </Sheet>
    </Grid>
  );
}

export const FieldSkeletons = ({ count }: { count: number }) => (
  <Grid gap="4" aria-hidden>
    {Array.from({ length: count }, (_, i) => (
      <Grid key={String(i)} gap="1.5">
        <Skeleton height="5" width="24" />
        <Skeleton height="10" />
      </Grid>
    ))}
  </Grid>
);
