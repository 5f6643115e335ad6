import { Box } from '@chakra-ui/react/box';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Phone } from 'lucide-react';
import { useId } from 'react';
import { DeviceList } from '../../../parts/link/device-list.tsx';
import { DialogButton, lazyDialog } from '../../../ui/eager/lazy-dialog.tsx';
import { ErrorState, Skeletons } from '../../../ui/eager/state.tsx';
import { Words } from '../../../ui/text/words.tsx';
import { useClient } from '../client-context.ts';
import { devicesQuery, removeDevice } from './queries.ts';

const PhraseDialog = lazyDialog(async () => ({ default: (await import('./portal-dialogs.tsx')).PhraseDialog }));

const WARNING = 'The portal closes there at once and asks for a new code before it opens again.';

function List() {
  const { id } = useClient().client;
  const { data, error, isPending, refetch } = useQuery(devicesQuery(id));
  const { mutateAsync } = useMutation(removeDevice);
  if (isPending) return <Skeletons count={1} height="5" width="60%" />;
  if (!data) return <ErrorState title="Failed to load the devices" error={error} onRetry={refetch} />;
  if (data.length === 0)
    return (
      <Text textStyle="sm" color="fg.muted">
        No devices yet. A device is listed once the client has confirmed it.
      </Text>
    );
  return (
    <DeviceList
      devices={data}
      badgeOf={({ person }) => person && <Words color="fg.muted">{person}</Words>}
      warningOf={() => WARNING}
      onRemove={(deviceId) => mutateAsync({ params: { id, deviceId } })}
    />
  );
}

export function Devices() {
  const id = useId();
  const client = useClient().client;
  return (
    <Box as="section" aria-labelledby={id} tabIndex={-1} outline="none">
      <chakra.h3 id={id} textStyle="sm" fontWeight="semibold" mb="1">
        Confirmed Devices
      </chakra.h3>
      <List />
      {/* With several people, it is beside each name. */}
      {client.people.length === 0 && (
        <DialogButton
          mt="3"
          size="xs"
          variant="outline"
          colorPalette="gray"
          dialog={(state) => <PhraseDialog id={client.id} name={client.name} phone={client.phone} {...state} />}
        >
          <Phone aria-hidden />
          Confirm a Device by Phone
        </DialogButton>
      )}
    </Box>
  );
}
