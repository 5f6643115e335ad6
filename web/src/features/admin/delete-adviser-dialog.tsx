import { Text } from '@chakra-ui/react/text';
import { useMutation } from '@tanstack/react-query';
import type { Adviser } from '#shared/contract/advisers.ts';
import { ADVISER_MESSAGES } from '#shared/rules/people.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Words } from '../../ui/words.tsx';
import { deleteAdviser } from './queries.ts';

interface Props {
  adviser: Adviser;
  open: boolean;
  onClose: () => void;
}

/** Asks before an account is removed for good (product 2). */
export default function DeleteAdviserDialog({ adviser, ...dialog }: Props) {
  const { mutateAsync } = useMutation(deleteAdviser);
  return (
    <ConfirmDialog
      {...dialog}
      title="Delete Adviser"
      confirmLabel="Delete"
      busyLabel="Deleting..."
      danger
      onConfirm={() => mutateAsync({ params: { id: adviser.id } })}
    >
      Are you sure you want to delete <Words>{adviser.name}</Words>? This action cannot be undone.
      <Text as="span" display="block" mt="2">
        {ADVISER_MESSAGES.hasClients}
      </Text>
    </ConfirmDialog>
  );
}
