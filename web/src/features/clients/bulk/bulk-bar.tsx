import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { X } from 'lucide-react';
import type { Client } from '#shared/contract/clients.ts';
import { useMe } from '../../../parts/me.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { useAct } from '../acts.tsx';
import { useSelection } from '../list/selection.ts';
import type { JobKind } from './jobs.tsx';

const LABELS: readonly (readonly [JobKind, string])[] = [
  ['status', 'Set status'],
  ['reassign', 'Reassign'],
  ['task', 'Assign task'],
  ['link', 'Send link'],
  ['complete', 'Complete'],
];

/** What can be done to the clients that are ticked; stays in view while one scrolls. */
export function BulkBar({ clients = [] }: { clients: readonly Client[] | undefined }) {
  const { selection, ids } = useSelection();
  const act = useAct();
  const isAdmin = useMe().role === 'admin';
  const ticked = clients.filter(({ id }) => ids.has(id));
  if (ticked.length === 0) return null;
  return (
    <Sheet
      as="div"
      role="region"
      aria-label="Selected clients"
      weight="raised"
      position="sticky"
      top="0"
      zIndex="sticky"
      px="3"
      py="2"
      mb="3"
    >
      <Flex align="center" gap="2" wrap="wrap">
        <chakra.p role="status" fontWeight="medium" textStyle="sm" me="2">
          {ticked.length} selected
        </chakra.p>
        {LABELS.filter(([kind]) => kind !== 'reassign' || isAdmin).map(([kind, label]) => (
          <Button key={kind} size="xs" variant="outline" onClick={() => act({ kind, clients: ticked })}>
            {label}
          </Button>
        ))}
        <Flex ms="auto" gap="1">
          {ticked.length < clients.length && (
            <Button size="xs" variant="ghost" onClick={() => selection.all(true)}>
              Select all {clients.length}
            </Button>
          )}
          <Button size="xs" variant="ghost" colorPalette="gray" onClick={() => selection.all(false)}>
            <X aria-hidden />
            Clear
          </Button>
        </Flex>
      </Flex>
    </Sheet>
  );
}
