import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { useMutation } from '@tanstack/react-query';
import { type KeyboardEvent, type Ref, useRef, useState } from 'react';
import type { Adviser } from '#shared/contract/advisers.ts';
import type { Client } from '#shared/contract/clients.ts';
import { notify } from '../../lib/notify.ts';
import { useBusy } from '../../lib/use-busy.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Select } from '../../ui/controls.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { Td } from '../../ui/table.tsx';
import { Words } from '../../ui/words.tsx';
import { reassignClient } from './queries.ts';

const EditClientDialog = lazyDialog(() => import('./edit-client-dialog.tsx'));

const NONE_CHOSEN = 'Please select an adviser';
const isSend = ({ key, ctrlKey, metaKey }: KeyboardEvent) => key === 'Enter' && (ctrlKey || metaKey);

interface Props {
  client: Client;
  advisers: readonly Adviser[];
}

function useReassign({ id, adviserId }: Client) {
  const { mutateAsync } = useMutation(reassignClient);
  const [chosen, choose] = useState('');
  const [renewLink, setRenewLink] = useState(true);
  const [busy, run] = useBusy();
  const select = useRef<HTMLSelectElement>(null);
  const same = chosen === adviserId;
  const reassign = async () => {
    if (!chosen) return notify({ title: 'Error', description: NONE_CHOSEN }, 'error');
    if (same) return;
    // The button is disabled from here on, until another adviser is chosen.
    select.current?.focus();
    if (await run(() => mutateAsync({ params: { id }, body: { adviserId: chosen, renewLink } }))) {
      choose('');
      setRenewLink(true);
    }
  };
  return { select, chosen, choose, renewLink, setRenewLink, reassign, isMove: chosen !== '' && !same, busy };
}

interface SelectProps extends Props {
  ref: Ref<HTMLSelectElement>;
  value: string;
  onChoose: (id: string) => void;
  onSend: () => void;
}

const AdviserSelect = ({ ref, client, advisers, value, onChoose, onSend }: SelectProps) => (
  <Select
    ref={ref}
    size="sm"
    width="10rem"
    aria-label={`Reassign ${client.name} to`}
    value={value}
    onChange={(event) => onChoose(event.target.value)}
    onKeyDown={(event) => isSend(event) && onSend()}
  >
    <option value="">Select adviser</option>
    {advisers.map(({ id, name }) => (
      <option key={id} value={id} dir="auto">
        {name}
      </option>
    ))}
  </Select>
);

/** A client with its adviser and the choice of another (product 2). */
export function ClientRow({ client, advisers }: Props) {
  const { select, chosen, choose, renewLink, setRenewLink, reassign, isMove, busy } = useReassign(client);
  return (
    <tr>
      <Td label="Client Name" fontWeight="medium">
        <Words>{client.name}</Words>
      </Td>
      <Td label="Email" color="fg.muted">
        {client.email}
      </Td>
      <Td label="Current Adviser">
        <Words>{client.adviserName || 'Unknown'}</Words>
      </Td>
      <Td label="Reassign To">
        <AdviserSelect
          ref={select}
          client={client}
          advisers={advisers}
          value={chosen}
          onChoose={choose}
          onSend={reassign}
        />
        {isMove && (
          <Box mt="2" textStyle="sm">
            <Checkbox
              label="Make a new link and email it to the client"
              hint={
                <>
                  <Words>{client.adviserName || 'The former adviser'}</Words> knows the present one.
                </>
              }
              checked={renewLink}
              onChange={setRenewLink}
            />
          </Box>
        )}
      </Td>
      <Td label="Actions">
        <Flex gap="2">
          <Button
            size="xs"
            disabled={!isMove || busy}
            aria-label={`Reassign ${client.name}`}
            title={chosen ? undefined : NONE_CHOSEN}
            onClick={reassign}
          >
            Reassign
          </Button>
          <DialogButton
            size="xs"
            variant="outline"
            aria-label={`Edit ${client.name}`}
            dialog={(state) => <EditClientDialog client={client} {...state} />}
          >
            Edit
          </DialogButton>
        </Flex>
      </Td>
    </tr>
  );
}
