import { Text } from '@chakra-ui/react/text';
import { Trash2 } from 'lucide-react';
import { lazy } from 'react';
import type { Client } from '#shared/clients.ts';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { Panel } from '../../ui/panel.tsx';

const DeleteClientDialog = lazy(() => import('./delete-client-dialog.tsx'));

/** Where a client can be removed for good (product 2). */
export const DangerZone = ({ client }: { client: Client }) => (
  <Panel title="Danger Zone" borderColor="red.border">
    <Text color="fg.muted" mb="3">
      Deleting {client.name} removes the journey, tasks, messages and documents for good.
    </Text>
    <DialogButton colorPalette="red" dialog={(state) => <DeleteClientDialog id={client.id} {...state} />}>
      <Trash2 aria-hidden />
      Delete Client
    </DialogButton>
  </Panel>
);
