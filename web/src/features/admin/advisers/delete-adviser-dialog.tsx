import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { DialogBody, DialogDescription, DialogFooter } from '@chakra-ui/react/dialog';
import { Grid } from '@chakra-ui/react/grid';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import type { ListedAdviser } from '#shared/contract/advisers.ts';
import { countOf } from '#shared/rules/counted-words.ts';
import { ADVISER_MESSAGES } from '#shared/rules/people.ts';
import { errorToast, failureNotice } from '../../../lib/http/failure.ts';
import { readWhole } from '../../../lib/query/pages.ts';
import { queryClient } from '../../../lib/query/query.ts';
import { notify } from '../../../lib/screen/notify.ts';
import { useBusy } from '../../../lib/screen/use-busy.ts';
import { advisersQuery } from '../../../parts/account/advisers.ts';
import { viewsQuery } from '../../../parts/client/clients.ts';
import { NewLinkChoice } from '../../../parts/link/new-link-choice.tsx';
import { Select } from '../../../ui/eager/controls.tsx';
import type { DialogState } from '../../../ui/eager/lazy-dialog.tsx';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import { Modal } from '../../../ui/overlay/modal.tsx';
import { Words } from '../../../ui/text/words.tsx';
import { deleteAdviser } from '../queries.ts';
import { type Run, useMoves } from '../reassignment/moves.ts';

/** All pages, as each client must be reassigned. */
const allClientsOf = (adviser: string) => ({
  ...readWhole('GET /api/clients', { query: { adviser } }),
  queryKey: ['all clients', adviser],
  staleTime: 0,
});

/** Deletes an account, after all its clients were reassigned to the chosen colleague, if any. */
function useDeletion(adviser: ListedAdviser) {
  const { mutateAsync } = useMutation(deleteAdviser);
  const { data: advisers = [] } = useQuery(advisersQuery);
  const [chosen, choose] = useState('');
  const [renewLink, setRenewLink] = useState(true);
  const { run, reassign: give } = useMoves();
  const colleagues = advisers.filter(({ id }) => id !== adviser.id);
  const to = colleagues.find(({ id }) => id === chosen);

  /** Returns false if not all clients could be reassigned. */
  const reassignAll = async () => {
    if (!to) return true;
    // Fetched now, as the list may be out of date.
    const theirs = await queryClient.fetchQuery(allClientsOf(adviser.id)).catch((error: unknown) => {
      notify(failureNotice(error, errorToast('Failed to fetch clients')), 'error');
    });
    if (!theirs) return false;
    return theirs.length === 0 || (await give(theirs, to, renewLink));
  };
  /** Returns true once the account is deleted, false if clients are left. Throws if the deletion fails. */
  const confirm = async () => {
    if (!(await reassignAll())) return false;
    try {
      await mutateAsync({ params: { id: adviser.id } });
    } catch (error) {
      void queryClient.invalidateQueries({ queryKey: advisersQuery.queryKey });
      throw error;
    }
    return true;
  };
  const left = run?.isRunning === false ? run.failed.length : adviser.clients;
  return { clients: left, colleagues, to, choose, renewLink, setRenewLink, run, confirm };
}

interface ReassignFirstProps extends Omit<ReturnType<typeof useDeletion>, 'confirm'> {
  adviser: ListedAdviser;
  busy: boolean;
}

function Moving({ run: { moves, done, failed, isRunning } }: { run: Run }) {
  const stayed = moves.filter(({ client }) => failed.includes(client.id)).map(({ client }) => client.name);
  return (
    <Box role="status" textStyle="sm">
      {isRunning && (
        <>
          <ProgressBar
            label="Reassigning"
            percent={Math.round((100 * done) / moves.length)}
            height="1.5"
            bg="bg.emphasized"
            borderRadius="full"
            mb="1"
          />
          <span aria-hidden>{`${done} of ${moves.length} reassigned`}</span>
        </>
      )}
      {stayed.length > 0 && (
        <Text color="fg.error">
          <span>{`${countOf(stayed.length, 'client')} could not be reassigned, so the account was not deleted:`}</span>{' '}
          <Words>{stayed.join(', ')}</Words>
        </Text>
      )}
    </Box>
  );
}

function ReassignFirst({ adviser, busy, clients, colleagues, to, run, ...form }: ReassignFirstProps) {
  const id = useId();
  return (
    <Grid gap="3" mt="4" pt="4" borderTopWidth="1px">
      <Text>
        <Words>{adviser.name}</Words> has <strong>{countOf(clients, 'client')}</strong>.
      </Text>
      <div>
        <chakra.label htmlFor={id} display="block" textStyle="sm" fontWeight="medium" mb="1.5">
          Reassign all to
        </chakra.label>
        <Select id={id} value={to?.id ?? ''} disabled={busy} onChange={({ target }) => form.choose(target.value)}>
          <option value="">Select adviser</option>
          {colleagues.map((colleague) => (
            <option key={colleague.id} value={colleague.id} dir="auto">
              {colleague.name}
            </option>
          ))}
        </Select>
      </div>
      {to && (
        <NewLinkChoice
          count={clients}
          former={<Words>{adviser.name}</Words>}
          checked={form.renewLink}
          onChange={form.setRenewLink}
        />
      )}
      {run && <Moving run={run} />}
    </Grid>
  );
}

/** Names the saved views of one adviser, which list nobody once the account is deleted. */
function ViewsOf({ adviser }: { adviser: ListedAdviser }) {
  const { data = [] } = useQuery({ ...viewsQuery, staleTime: 0 });
  const names = data
    .filter(({ query }) => new URLSearchParams(query).get('adviser') === adviser.id)
    .map(({ name, shared }) => `“${name}”${shared ? ' (shared)' : ''}`);
  if (names.length === 0) return null;
  return (
    <Text mt="4">
      <span>{`${countOf(names.length, 'saved view')} will list nobody: `}</span>
      <Words>{names.join(', ')}</Words>
    </Text>
  );
}

export default function DeleteAdviserDialog({ adviser, open, onClose }: DialogState & { adviser: ListedAdviser }) {
  const cancel = useRef<HTMLButtonElement>(null);
  const [busy, run] = useBusy();
  const { clients, to, ...deletion } = useDeletion(adviser);
  // The dialog stays open and shows the failure if clients could not be reassigned.
  const confirm = () => run(async () => (await deletion.confirm().catch(() => true)) && onClose());
  const idle = to ? `Reassign ${clients} and Delete` : 'Delete';
  return (
    <Modal
      open={open}
      onClose={() => !busy && onClose()}
      title="Delete Adviser"
      role="alertdialog"
      size={clients > 0 ? 'md' : 'sm'}
      initialFocus={() => cancel.current}
    >
      <DialogBody>
        <DialogDescription>
          Are you sure you want to delete <Words>{adviser.name}</Words>? This action cannot be undone.
          <Text as="span" display="block" mt="2">
            {ADVISER_MESSAGES.hasClients}
          </Text>
        </DialogDescription>
        <ViewsOf adviser={adviser} />
        {clients > 0 && <ReassignFirst adviser={adviser} busy={busy} clients={clients} to={to} {...deletion} />}
      </DialogBody>
      <DialogFooter>
        <Button ref={cancel} variant="outline" colorPalette="gray" onClick={onClose} disabled={busy}>
          Cancel
        </Button>
        <Button colorPalette="red" onClick={confirm} disabled={busy} aria-busy={busy}>
          {busy ? 'Deleting...' : idle}
        </Button>
      </DialogFooter>
    </Modal>
  );
}
