import { useNavigate } from 'react-router';
import type { AnswerOf } from '#shared/contract/api.ts';
import { newClient } from '#shared/contract/clients.ts';
import type { Sent } from '../../lib/http/api.ts';
import { clientPath } from '../../lib/navigation/paths.ts';
import { notify } from '../../lib/screen/notify.ts';
import type { DialogState } from '../../ui/eager/lazy-dialog.tsx';
import { EmailField } from '../../ui/form/email-field.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { Checkbox } from '../../ui/form/tick.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { AdviserField } from '../account/adviser-field.tsx';
import { useAdvisers } from '../account/advisers.ts';
import { useReach } from '../account/reach.ts';
import { newLinkToast, notEmailedToast, useEmailChoice } from '../link/new-link.ts';
import { emailPortalLink } from '../link/portal-link.ts';
import { adviserChange, execute, runChange } from '../refreshes.ts';

type Created = AnswerOf<'POST /api/clients'>;

const createClient = adviserChange('POST /api/clients', {
  failure: { title: 'Error', description: 'Failed to create client', server: true },
});

const email = ({ id, email }: Created) => void runChange(emailPortalLink(email), { params: { id } });

/** Offers the choice of an adviser to whoever can have one. For colleagues, it begins with themselves. */
export default function AddClientDialog(dialog: DialogState) {
  const navigate = useNavigate();
  const emailed = useEmailChoice();
  const { isAdmin, seesOthers } = useReach();
  const [first, ...others] = useAdvisers(dialog.open) ?? [];
  // Sent as a value of its own, because the form does not notice that an option came later.
  const only = others.length === 0 ? first : undefined;
  const create = async (sent: Sent<'POST /api/clients'>) => {
    const client = await execute(createClient, sent);
    if (client.linkEmailed === false)
      return notify(
        notEmailedToast(client, 'created', () => email(client)),
        'error',
      );
    const action = { label: 'View Client', onClick: () => void navigate(clientPath(client.id)) };
    notify(newLinkToast(client, { title: 'Client Created Successfully', action }));
  };
  return (
    <FormDialog
      {...dialog}
      title="Add Client"
      draft="new-client"
      description="This starts the client’s seven-stage journey and creates their secure portal link."
      schema={newClient}
      onSubmit={(body) => create({ body: { ...body, emailLink: emailed.checked } })}
      submitLabel="Create Client"
      busyLabel="Creating..."
      needs={['name', 'email', 'phone', ...(seesOthers && !only ? ['adviserId'] : [])]}
      extra={isAdmin && only ? { adviserId: only.id } : undefined}
    >
      <TextField name="name" label="Name" required />
      <EmailField />
      <TextField name="phone" label="Phone" type="tel" required />
      {seesOthers && <AdviserField hasPlaceholder={isAdmin && !only} />}
      <Checkbox
        label="Email the portal link now"
        hint="You can also email it later, on the client’s page."
        {...emailed}
      />
    </FormDialog>
  );
}
