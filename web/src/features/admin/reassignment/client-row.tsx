import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Check, CircleAlert, LoaderCircle } from 'lucide-react';
import { type KeyboardEvent, memo, type ReactNode, useRef, useState } from 'react';
import type { Adviser } from '#shared/contract/advisers.ts';
import type { Client } from '#shared/contract/clients.ts';
import { ApiError } from '../../../lib/http/api.ts';
import { reasonOf } from '../../../lib/http/failure.ts';
import { notify } from '../../../lib/screen/notify.ts';
import { useBusy } from '../../../lib/screen/use-busy.ts';
import { clientQuery } from '../../../parts/client/clients.ts';
import { NewLinkChoice } from '../../../parts/link/new-link-choice.tsx';
import { Select } from '../../../ui/eager/controls.tsx';
import { type DialogState, lazyDialog } from '../../../ui/eager/lazy-dialog.tsx';
import { Tick } from '../../../ui/form/tick.tsx';
import { EDGE } from '../../../ui/layout/edge.ts';
import { Td } from '../../../ui/layout/table.tsx';
import { RowDialogButton } from '../../../ui/overlay/dialog-host.tsx';
import { deletedNotice } from '../../../ui/overlay/notice.ts';
import { Words } from '../../../ui/text/words.tsx';
import { reassignClient } from '../queries.ts';
import { adviserOf, type Move, type NamedAdviser } from './moves.ts';

const NONE_CHOSEN = 'Please select an adviser';

/** No adviser is chosen yet. Reassigned clients get a new link by default. */
const NO_CHOICE = { chosen: '', renewLink: true };

function useReassign(client: Client, advisers: readonly NamedAdviser[], onMoved: (move: Move) => void) {
  const { id, adviserId } = client;
  const { mutateAsync } = useMutation(reassignClient);
  const [choice, setChoice] = useState(NO_CHOICE);
  const { chosen, renewLink } = choice;
  const [busy, run] = useBusy();
  const select = useRef<HTMLSelectElement>(null);
  const isMove = chosen !== '' && chosen !== adviserId;
  const reassign = async () => {
    if (!chosen) return notify({ title: 'Error', description: NONE_CHOSEN }, 'error');
    const to = advisers.find((adviser) => adviser.id === chosen);
    if (!isMove || !to) return;
    // The button becomes disabled, so the select takes the focus.
    select.current?.focus();
    if (!(await run(() => mutateAsync({ params: { id }, body: { adviserId: chosen, renewLink } })))) return;
    onMoved({ client, from: adviserOf(client), to, state: { status: 'done' } });
    // Keeps a choice that the user has changed meanwhile.
    setChoice((now) => (now.chosen === chosen ? NO_CHOICE : now));
  };
  const choose = (to: string) => setChoice((now) => ({ ...(busy ? NO_CHOICE : now), chosen: to }));
  const setRenewLink = (on: boolean) => setChoice((now) => ({ ...now, renewLink: on }));
  return { select, chosen, choose, renewLink, setRenewLink, reassign, isMove, busy };
}

type ReassignForm = ReturnType<typeof useReassign>;

const isSend = ({ key, ctrlKey, metaKey }: KeyboardEvent) => key === 'Enter' && (ctrlKey || metaKey);

interface NewLinkProps {
  client: Client;
  form: ReassignForm;
}

const AdviserSelect = ({ client, options, form }: NewLinkProps & { options: ReactNode }) => (
  <Select
    ref={form.select}
    size="sm"
    aria-label={`Reassign ${client.name} to`}
    value={form.chosen}
    onChange={({ target }) => form.choose(target.value)}
    onKeyDown={(event) => isSend(event) && form.reassign()}
  >
    <option value="">Select adviser</option>
    {options}
  </Select>
);

/** Choice to renew the client's link, which the former adviser knows. */
const NewLink = ({ client, form }: NewLinkProps) => (
  <Box mt="2" textStyle="sm">
    <NewLinkChoice
      count={1}
      former={client.adviserName && <Words>{client.adviserName}</Words>}
      checked={form.renewLink}
      onChange={form.setRenewLink}
    />
  </Box>
);

const UNKNOWN = 'This client could not be reassigned. Please try again.';

function MoveNote({ move: { state, from } }: { move: Move }) {
  if (state.status === 'waiting') return null;
  const [Icon, color] =
    state.status === 'failed'
      ? ([CircleAlert, 'fg.error'] as const)
      : ([state.status === 'done' ? Check : LoaderCircle, 'fg.muted'] as const);
  return (
    <Flex gap="1.5" align="start" textStyle="xs" color={color}>
      <Icon size={13} style={{ flexShrink: 0, marginTop: 2 }} aria-hidden />
      <span>
        {state.status === 'running' && <span>Reassigning...</span>}
        {state.status === 'failed' && <span>{reasonOf(state.error) ?? UNKNOWN}</span>}
        {state.status === 'done' && (
          <span>
            Reassigned from <Words>{from.name || 'Unknown'}</Words>
          </span>
        )}
      </span>
    </Flex>
  );
}

const EditClientDialog = lazyDialog(() => import('../../../parts/dialogs/edit-client-dialog.tsx'));

const isNotFound = (error: unknown) => error instanceof ApiError && error.status === 404;

function EditInformation({ client: opened, ...dialog }: DialogState & { client: Client }) {
  const { data, error } = useQuery(clientQuery(opened.id));
  const notice = isNotFound(error) ? deletedNotice('client') : undefined;
  return <EditClientDialog field="information" client={data ?? opened} notice={notice} {...dialog} />;
}

/** Card layout for narrow tables: client and adviser, with the choice and buttons below or next to them. */
const NARROW = {
  '@container (max-width: 56rem)': {
    '&&': { display: 'grid', alignItems: 'start', paddingBlock: '0.625rem' },
    '&& > td': { display: 'block', paddingBlock: '0.125rem', paddingInline: { base: EDGE, md: '5' } },
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

/** Returns the name of the new adviser, even if the list has not been refetched yet. */
const adviserNow = ({ adviserId, adviserName }: Client, move: Move | undefined) =>
  move?.state.status === 'done' && move.from.id === adviserId ? move.to.name : adviserName;

interface Props {
  client: Client;
  advisers: readonly Adviser[];
  options: ReactNode;
  /** Last reassignment of the client in this list. */
  move: Move | undefined;
  isTicked: boolean;
  /** Absent once the client can no longer be selected. */
  onTick: ((id: string, on: boolean, upTo: boolean) => void) | undefined;
  onMoved: (move: Move) => void;
}

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
          <RowDialogButton
            size="xs"
            variant="ghost"
            aria-label={`Edit ${client.name}`}
            dialog={(state) => <EditInformation client={client} {...state} />}
          >
            Edit
          </RowDialogButton>
        </Flex>
      </Td>
    </chakra.tr>
  );
});
