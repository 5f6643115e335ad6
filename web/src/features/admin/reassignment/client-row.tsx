import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { memo, type ReactNode } from 'react';
import type { Adviser } from '#shared/contract/advisers.ts';
import type { Client } from '#shared/contract/clients.ts';
import { Tick } from '../../../ui/form/tick.tsx';
import { Td } from '../../../ui/layout/table.tsx';
import { DialogButton } from '../../../ui/overlay/dialog-button.tsx';
import { lazyDialog } from '../../../ui/overlay/lazy-dialog.tsx';
import { Words } from '../../../ui/text/words.tsx';
import { MoveNote } from './move-note.tsx';
import type { Move } from './moves.ts';
import { AdviserSelect, NewLink } from './reassign-fields.tsx';
import { NONE_CHOSEN, useReassign } from './use-reassign.ts';

const EditClientDialog = lazyDialog(() => import('./edit-client-dialog.tsx'));

/** Where the table is narrow: the client and its adviser; the choice and the buttons below or, where there is room, beside them. */
const NARROW = {
  '@container (max-width: 56rem)': {
    '&&': { display: 'grid', alignItems: 'start', paddingBlock: '0.625rem' },
    '&& > td': { display: 'block', paddingBlock: '0.125rem', paddingInline: { base: '4', md: '5' } },
    '&& > td > span': { display: 'none' },
    '&& > td:nth-of-type(2), && > td:nth-of-type(3)': { paddingInlineStart: { base: '2.875rem', md: '3.125rem' } },
    '&& > td:nth-of-type(4)': { paddingInlineEnd: '0' },
    '&& > td:nth-of-type(5)': { paddingInlineStart: '0.5rem' },
  },
  '@container (max-width: 40rem)': {
    '&&': { gridTemplateColumns: 'minmax(0, 1fr) auto' },
    '&& > td:nth-of-type(-n+3)': { gridColumn: '1 / -1' },
    '&& > td:nth-of-type(n+4)': { paddingBlockStart: '0.375rem' },
  },
  '@container (min-width: 40.01rem) and (max-width: 56rem)': {
    '&&': { gridTemplateColumns: 'minmax(0, 1fr) 13rem auto' },
    '&& > td:nth-of-type(-n+3)': { gridColumn: '1' },
    '&& > td:nth-of-type(n+4)': { gridRow: '1 / span 3' },
    '&& > td:nth-of-type(4)': { gridColumn: '2' },
    '&& > td:nth-of-type(5)': { gridColumn: '3' },
  },
};

/** Returns the adviser's name, also while the list does not show a finished move yet. */
const adviserNow = ({ adviserId, adviserName }: Client, move: Move | undefined) =>
  move?.state.is === 'done' && move.from.id === adviserId ? move.to.name : adviserName;

interface Props {
  client: Client;
  advisers: readonly Adviser[];
  /** The advisers to choose from. */
  options: ReactNode;
  /** What became of it in this list. */
  move: Move | undefined;
  isTicked: boolean;
  /** None where it cannot be picked any more. */
  onTick: ((id: string, on: boolean, upTo: boolean) => void) | undefined;
  onMoved: (move: Move) => void;
}

/** A client with its adviser and the choice of another (product 2). */
export const ClientRow = memo(function ClientRow(props: Props) {
  const { client, advisers, options, move, isTicked, onTick, onMoved } = props;
  const form = useReassign(client, advisers, onMoved);
  return (
    <chakra.tr css={NARROW}>
      <Td label="Client Name" fontWeight="medium">
        <Flex gap="2.5">
          <Tick
            aria-label={`Select ${client.name}`}
            checked={isTicked}
            disabled={!onTick}
            onChange={(on, upTo) => onTick?.(client.id, on, upTo)}
          />
          <Words>{client.name}</Words>
        </Flex>
      </Td>
      <Td label="Email" color="fg.muted">
        {client.email}
      </Td>
      <Td label="Current Adviser">
        <Words>{adviserNow(client, move) || 'Unknown'}</Words>
        {move && <MoveNote move={move} />}
      </Td>
      <Td label="Reassign To">
        <AdviserSelect client={client} options={options} form={form} />
        {form.isMove && <NewLink client={client} form={form} />}
      </Td>
      <Td label="Actions">
        <Flex gap="1">
          <Button
            size="xs"
            variant="outline"
            disabled={!form.isMove || form.busy}
            aria-label={`Reassign ${client.name}`}
            title={form.chosen ? undefined : NONE_CHOSEN}
            onClick={form.reassign}
          >
            Reassign
          </Button>
          <DialogButton
            size="xs"
            variant="ghost"
            aria-label={`Edit ${client.name}`}
            dialog={(state) => <EditClientDialog client={client} {...state} />}
          >
            Edit
          </DialogButton>
        </Flex>
      </Td>
    </chakra.tr>
  );
});
