import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { AnswerOf } from '#shared/contract/api.ts';
import { newClient } from '#shared/contract/clients.ts';
import { clientPath, portalLink } from '../../lib/navigation/paths.ts';
import type { DialogState } from '../../ui/eager/lazy-dialog.tsx';
import { EmailField } from '../../ui/form/email-field.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { AdviserField } from '../account/adviser-field.tsx';
import { copyLink } from '../link/copy-link.ts';
import { adviserChange } from '../refreshes.ts';

type Created = AnswerOf<'POST /api/clients'>;

const linkOf = ({ token }: Created) => portalLink(token || 'token-not-found');

const createClient = (open: (id: string) => void) =>
  adviserChange('POST /api/clients', {
    success: {
      title: 'Client Created Successfully',
      describe: (created: Created) => `Portal link: ${linkOf(created)}`,
      offer: (created: Created) => ({
        action: { label: 'Open', onClick: () => open(created.id) },
        otherAction: { label: 'Copy Link', onClick: () => void copyLink(linkOf(created)) },
      }),
    },
    failure: { title: 'Error', description: 'Failed to create client', server: true },
  });

interface Props extends DialogState {
  /** Admins choose the client's adviser; an adviser's new client is their own. */
  isAdmin: boolean;
}

export default function AddClientDialog({ isAdmin, ...dialog }: Props) {
  const navigate = useNavigate();
  const { mutateAsync } = useMutation(createClient((id) => navigate(clientPath(id))));
  return (
    <FormDialog
      {...dialog}
      title="Add Client"
      draft="new-client"
      description="This starts the client's seven-stage journey and creates their secure portal link."
      schema={newClient}
      onSubmit={(body) => mutateAsync({ body })}
      submitLabel="Create Client"
      busyLabel="Creating..."
      needs={['name', 'email', 'phone', ...(isAdmin ? ['adviserId'] : [])]}
    >
      <TextField name="name" label="Name" autoComplete="off" required />
      <EmailField autoComplete="off" />
      <TextField name="phone" label="Phone" type="tel" autoComplete="off" required />
      {isAdmin && <AdviserField />}
    </FormDialog>
  );
}
