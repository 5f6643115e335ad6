import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { chakra } from '@chakra-ui/react/styled-system';
import { X } from 'lucide-react';
import type { Client } from '#shared/contract/clients.ts';
import { useMe } from '../../../parts/account/me.ts';
import { SelectionBar } from '../../../parts/selection/selection-bar.tsx';
import { useSelectedIds } from '../../../parts/selection/selection-store.ts';
import { useConfirmedAction } from '../confirmed-actions.tsx';
import type { JobKind } from './jobs.tsx';

const LABELS: readonly (readonly [JobKind, string])[] = [
  ['status', 'Set Status'],
  ['reassign', 'Reassign'],
  ['task', 'Assign Task'],
  ['documents', 'Ask for Documents'],
  ['link', 'Email Link'],
  ['complete', 'Complete'],
];

// Two rows on phones, the second of which scrolls sideways, so that the bar stays low.
const AREAS = { base: '"count which" "acts acts"', lg: '"count acts which"' };
const COLUMNS = { base: 'auto minmax(0, 1fr)', lg: 'auto minmax(0, 1fr) auto' };

/** Bar with the actions on the selected clients. */
export function BulkBar({ clients = [] }: { clients: readonly Client[] | undefined }) {
  const { selection, ids } = useSelectedIds();
  const act = useConfirmedAction();
  const isAdmin = useMe().role === 'admin';
  const ticked = clients.filter(({ id }) => ids.has(id));
  if (ticked.length === 0) return null;
  return (
    <SelectionBar label="Selected clients">
      <Grid gap="2" alignItems="center" templateAreas={AREAS} templateColumns={COLUMNS}>
        <chakra.p role="status" gridArea="count" fontWeight="medium" textStyle="sm" whiteSpace="nowrap" me="2">
          {`${ticked.length} selected`}
        </chakra.p>
        <Flex
          gridArea="acts"
          gap="2"
          mx={{ base: '-3', lg: '0' }}
          px={{ base: '3', lg: '0' }}
          py="0.5"
          overflowX="auto"
          scrollbarWidth="none"
        >
          {LABELS.filter(([kind]) => kind !== 'reassign' || isAdmin).map(([kind, label]) => (
            <Button
              key={kind}
              size="xs"
              variant="outline"
              flexShrink="0"
              onClick={() => act({ kind, clients: ticked })}
            >
              {label}
            </Button>
          ))}
        </Flex>
        <Flex gridArea="which" gap="1" wrap="wrap" justify="end">
          {ticked.length < clients.length && (
            <Button size="xs" variant="ghost" onClick={() => selection.all(true)}>
              {`Select All ${clients.length}`}
            </Button>
          )}
          <Button size="xs" variant="ghost" colorPalette="gray" onClick={() => selection.all(false)}>
            <X aria-hidden />
            Clear
          </Button>
        </Flex>
      </Grid>
    </SelectionBar>
  );
}
