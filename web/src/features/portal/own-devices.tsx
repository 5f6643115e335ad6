import { Box } from '@chakra-ui/react/box';
import { Text } from '@chakra-ui/react/text';
import { useMutation, useQuery } from '@tanstack/react-query';
import { MapPin } from 'lucide-react';
import { useEffect } from 'react';
import type { OwnDevice } from '#shared/contract/devices.ts';
import { canRetry } from '../../lib/http/failure.ts';
import { change, read } from '../../lib/query/query.ts';
import { DeviceList } from '../../parts/link/device-list.tsx';
import { ErrorState } from '../../ui/eager/state.tsx';
import { Badge } from '../../ui/feedback/badge.tsx';
import { useAccess, useToken } from './access.ts';
import { ANCHORS, toPlace } from './anchors.tsx';
import { touching } from './queries.ts';
import { Section } from './section.tsx';

const DEVICES = 'GET /api/portal/devices';

/** Devices that open a client's page. The key includes the client, whom the path does not name. */
const devicesQuery = (clientId: string, token: string) => {
  const { queryKey, ...options } = read(DEVICES, { token });
  return { ...options, queryKey: [...queryKey, clientId] };
};

/** Removes a device. Refetches the portal, as it may be open on that device. */
const removeDevice = change('DELETE /api/portal/devices/{id}', {
  success: { title: 'Device Removed', description: 'It no longer opens your page.' },
  failure: { title: 'Error', description: 'Failed to remove the device', server: true },
  effect: touching(DEVICES, 'GET /api/portal/{token}'),
  noSession: true,
});

const TITLE = 'Your Devices';

const warningOf = ({ current }: OwnDevice) =>
  current
    ? 'You are using this device now. Your page will ask for a new code before it opens here again.'
    : 'Your page will ask for a new code before it opens there again.';

const badgeOf = ({ current }: OwnDevice) =>
  current && (
    <Badge tone="brand" icon={MapPin}>
      This device
    </Badge>
  );

function Devices({ devices, token }: { devices: readonly OwnDevice[]; token: string }) {
  const { mutateAsync } = useMutation(removeDevice);
  // The devices load late: scrolls again if the address leads to them.
  useEffect(() => {
    if (window.location.hash === `#${ANCHORS.devices}`) toPlace();
  }, []);
  return (
    <Section title={TITLE} tabIndex={-1} outline="none">
      <Text color="fg.muted">
        These can open your page. If you do not recognise one, remove it and tell your adviser.
      </Text>
      <DeviceList
        devices={devices}
        badgeOf={badgeOf}
        warningOf={warningOf}
        onRemove={(id) => mutateAsync({ params: { id }, token })}
      />
    </Section>
  );
}

export default function OwnDevices() {
  const token = useToken();
  const { portal } = useAccess();
  const { data, error, refetch } = useQuery(devicesQuery(portal.client.id, token));
  const isLost = !data && error && canRetry(error);
  if (!isLost && !data?.length) return null;
  return (
    <Box mt={{ base: '4', md: '6' }}>
      {data ? (
        <Devices devices={data} token={token} />
      ) : (
        <Section title={TITLE}>
          <ErrorState title="Your devices could not be loaded" error={error} onRetry={refetch} />
        </Section>
      )}
    </Box>
  );
}
