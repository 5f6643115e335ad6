import { Button, type ButtonProps } from '@chakra-ui/react/button';
import { chakra } from '@chakra-ui/react/styled-system';
import { useMutation } from '@tanstack/react-query';
import { CircleCheck, RotateCcw, ScanEye, Settings } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import { clientAdminPath, paths } from '../../../lib/navigation/paths.ts';
import { useMe } from '../../../parts/account/me.ts';
import { completeClient, reopenClient } from '../../../parts/client/completion.ts';
import { DeleteClient } from '../../../parts/dialogs/delete-client-dialog.tsx';
import type { Editable } from '../../../parts/dialogs/edit-client-dialog.tsx';
import { usePortalLink } from '../../../parts/link/use-portal-link.ts';
import { DialogButton, lazyDialog } from '../../../ui/eager/lazy-dialog.tsx';
import { ActionButton } from '../../../ui/feedback/action-button.tsx';
import { LazyTooltip } from '../../../ui/overlay/lazy-tooltip.tsx';
import { useTooltip } from '../../../ui/overlay/use-tooltip.ts';
import { useClient } from '../client-context.ts';

const EditClientDialog = lazyDialog(() => import('../../../parts/dialogs/edit-client-dialog.tsx'));

/** Button that opens the dialog of a group of the client's fields. */
export function EditButton({ field, ...button }: ButtonProps & { field: Editable }) {
  const { client } = useClient();
  return (
    <DialogButton
      variant="ghost"
      colorPalette="gray"
      {...button}
      dialog={(state) => <EditClientDialog field={field} client={client} {...state} />}
    />
  );
}

const BUTTON_STYLE: ButtonProps = { size: 'sm', variant: 'outline', colorPalette: 'gray', bg: 'bg.surface' };

function ViewAsClient() {
  const { preview } = usePortalLink(useClient().client.id);
  return (
    <ActionButton {...BUTTON_STYLE} onAction={preview}>
      <ScanEye aria-hidden />
      View as Client
    </ActionButton>
  );
}

function Complete() {
  const { id } = useClient().client;
  const navigate = useNavigate();
  const { mutateAsync } = useMutation(completeClient);
  const { trigger, tooltip } = useTooltip();
  const complete = async () => {
    await mutateAsync({ params: { id }, body: { completed: true } });
    await navigate(paths.dashboard);
  };
  return (
    <>
      {/* The name says the same as the tooltip, so the tooltip does not describe it too. */}
      <ActionButton
        {...BUTTON_STYLE}
        {...trigger}
        aria-describedby={undefined}
        onAction={complete}
        busyLabel="Completing..."
      >
        <CircleCheck aria-hidden />
        <span>
          Complete<chakra.span srOnly> the journey</chakra.span>
        </span>
      </ActionButton>
      <LazyTooltip {...tooltip} text="Complete the journey" />
    </>
  );
}

function Reopen() {
  const { id } = useClient().client;
  const { mutateAsync } = useMutation(reopenClient);
  return (
    <ActionButton
      {...BUTTON_STYLE}
      onAction={() => mutateAsync({ params: { id }, body: { completed: false } })}
      busyLabel="Reopening..."
    >
      <RotateCcw aria-hidden />
      Reopen
    </ActionButton>
  );
}

const Admin = ({ id }: { id: string }) => (
  <Button asChild {...BUTTON_STYLE}>
    <Link to={clientAdminPath(id)}>
      <Settings aria-hidden />
      Admin
    </Link>
  </Button>
);

/** Actions on the whole client. Delete is for admins here; advisers delete from the list of clients. */
export function HeaderActions() {
  const { client } = useClient();
  const { id, completed } = client;
  const isAdmin = useMe().role === 'admin';
  return (
    <>
      <ViewAsClient />
      {completed ? <Reopen /> : <Complete />}
      {isAdmin && <Admin id={id} />}
      {isAdmin && (
        <DeleteClient {...BUTTON_STYLE} client={client} leadsTo={paths.dashboard}>
          Delete
        </DeleteClient>
      )}
    </>
  );
}
