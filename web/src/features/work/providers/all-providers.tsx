import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { providersQuery } from '../../../parts/loa/loas.ts';
import { lazyPart } from '../../../ui/eager/lazy-part.tsx';
import { NotLoaded } from '../../../ui/eager/state.tsx';
import { FoldArrow } from '../../../ui/layout/fold-arrow.tsx';
import { directoryOf } from './board.ts';

const ProviderTable = lazyPart(() => import('./provider-table.tsx'), NotLoaded);

/** Opens the list of all providers, also those without letters under way. */
export function AllProviders() {
  const { data: directory } = useQuery({ ...providersQuery, select: directoryOf });
  const [isOpen, setOpen] = useState(false);
  if (!directory?.size) return null;
  return (
    <Box as="section" aria-label="All providers" tabIndex={-1} mt="8">
      <Button variant="ghost" colorPalette="gray" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <FoldArrow isOpen={isOpen} />
        <span>{`All Providers (${directory.size})`}</span>
      </Button>
      <Suspense>{isOpen && <ProviderTable directory={directory} />}</Suspense>
    </Box>
  );
}
