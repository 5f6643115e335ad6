import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { invitation, registration } from '#shared/contract/advisers.ts';
import { Checkbox } from '../../../ui/form/tick.tsx';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import { createAdviser, inviteAdviser } from '../queries.ts';
import { AdviserFields } from './adviser-fields.tsx';

interface Props {
  open: boolean;
  onClose: () => void;
}

/** Makes an account for an adviser or an admin, with a password (product 5) or by an invitation. */
export default function NewAdviserDialog({ open, onClose }: Props) {
  const { mutateAsync: create } = useMutation(createAdviser);
  const { mutateAsync: invite } = useMutation(inviteAdviser);
  const [invites, setInvites] = useState(false);
  const close = () => {
    setInvites(false);
    onClose();
  };
  const dialog = { open, onClose: close, title: 'Add New Adviser', draft: 'new-adviser' };
  const fields = (
    <AdviserFields invites={invites}>
      <Checkbox
        checked={invites}
        onChange={setInvites}
        label="Send an invitation instead"
        hint="The person gets a link to finish setting up the account. It works once, within seven days."
      />
    </AdviserFields>
  );
  // One component in one place, so that what was typed stays when the tick changes.
  return invites ? (
    <FormDialog
      {...dialog}
      schema={invitation}
      onSubmit={(body) => invite({ body })}
      submitLabel="Send Invitation"
      busyLabel="Sending..."
    >
      {fields}
    </FormDialog>
  ) : (
    <FormDialog
      {...dialog}
      schema={registration}
      onSubmit={(body) => create({ body })}
      submitLabel="Create Adviser"
      busyLabel="Creating..."
    >
      {fields}
    </FormDialog>
  );
}
