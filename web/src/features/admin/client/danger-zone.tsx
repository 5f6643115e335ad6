import { Text } from '@chakra-ui/react/text';
import type { Client } from '#shared/contract/clients.ts';
import { paths } from '../../../lib/navigation/paths.ts';
import { DeleteClient } from '../../../parts/client/delete-client.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { Words } from '../../../ui/text/words.tsx';

/** Where a client can be removed for good (product 2). */
export const DangerZone = ({ client }: { client: Client }) => (
  <Panel title="Danger Zone" borderColor="red.border">
    <Text color="fg.muted" mb="3">
      Deleting <Words>{client.name}</Words> permanently removes the journey, tasks, messages and documents.
    </Text>
    <DeleteClient id={client.id} name={client.name} leadsTo={paths.dashboard} colorPalette="red">
      Delete Client
    </DeleteClient>
  </Panel>
);
