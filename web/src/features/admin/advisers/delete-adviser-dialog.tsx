import { Button } from '@chakra-ui/react/button';
import { DialogBody, DialogDescription, DialogFooter } from '@chakra-ui/react/dialog';
import { Text } from '@chakra-ui/react/text';
import { useRef } from 'react';
import type { ListedAdviser } from '#shared/contract/advisers.ts';
import { ADVISER_MESSAGES } from '#shared/rules/people.ts';
import { useBusy } from '../../../lib/screen/use-busy.ts';
import { Modal } from '../../../ui/overlay/modal.tsx';
import { Words } from '../../../ui/text/words.tsx';
import { ReassignFirst } from './reassign-first.tsx';
import { useDeletion } from './use-deletion.ts';

interface Props {
  adviser: ListedAdviser;
  open: boolean;
  onClose: () => void;
}

/** Asks before an account is removed for good, and gives its clients to a colleague first (product 2). */
export default function DeleteAdviserDialog({ adviser, open, onClose }: Props) {
  const cancel = useRef<HTMLButtonElement>(null);
  const [busy, run] = useBusy();
  const { clients, to, ...deletion } = useDeletion(adviser);
  // Where clients could not be reassigned the dialog stays, and says so.
  const confirm = () => run(async () => (await deletion.confirm().catch(() => true)) && onClose());
  const idle = to ? `Reassign ${clients} and delete` : 'Delete';
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
