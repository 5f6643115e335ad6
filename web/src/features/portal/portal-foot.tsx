import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useMutation, useQuery } from '@tanstack/react-query';
import { MapPin } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router';
import type { OwnDevice } from '#shared/contract/devices.ts';
import { sayLongDay } from '#shared/rules/say-date.ts';
import { clientOwner, dropDrafts } from '../../lib/drafts/drafts.ts';
import { canRetry } from '../../lib/http/failure.ts';
import { forgetAttempts } from '../../lib/http/stored-attempts.ts';
import { remindersPath } from '../../lib/navigation/paths.ts';
import { change, read } from '../../lib/query/query.ts';
import { FirmFoot } from '../../parts/legal/firm-foot.tsx';
import { DeviceList } from '../../parts/link/device-list.tsx';
import { ErrorState } from '../../ui/eager/state.tsx';
import { Badge } from '../../ui/feedback/badge.tsx';
import { useAccess, usePersonId } from './access.ts';
import { ANCHORS, toPlace } from './anchors.tsx';
import { touching } from './queries.ts';
import { INSETS, Section } from './section.tsx';

const DEVICES = 'GET /api/portal/devices';

/** Devices of the person whose link it is. The path does not name the person, so the key of the query does. */
const devicesQuery = (personId: string, token: string) => {
  const { queryKey, ...options } = read(DEVICES, { token });
  return { ...options, queryKey: [...queryKey, personId] };
};

/** Removes a device. Refetches the portal, as it may be open on that device. */
const removeDevice = change('DELETE /api/portal/devices/{id}', {
  success: { title: 'Device Removed', description: 'That phone or computer cannot open your page any more.' },
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

/** State of a link, so that the page of reminder emails offers the way back. */
const FROM_PORTAL = { from: 'portal' };

const Change = chakra(Link, {
  base: {
    display: 'flex',
    alignItems: 'center',
    minH: '11',
    minW: '11',
    textDecoration: 'underline',
    textUnderlineOffset: '3px',
  },
});

function OwnReminders() {
  const { state, until, key } = useAccess().portal.reminders;
  if (state === 'off') return null;
  const words = until ? `paused until ${sayLongDay(until)}` : state;
  return (
    <Flex columnGap="3" align="center" wrap="wrap" minH="11" mt={{ base: '2', md: '4' }} px={INSETS.section}>
      <Text color="fg.muted">{`Reminder emails: ${words}.`}</Text>
      {key && (
        <Change to={remindersPath(key)} state={FROM_PORTAL} aria-label="Change reminder emails">
          Change
        </Change>
      )}
    </Flex>
  );
}

function Devices({ devices, token }: { devices: readonly OwnDevice[]; token: string }) {
  const personId = usePersonId();
  const { mutateAsync } = useMutation(removeDevice);
  const remove = async (id: string) => {
    await mutateAsync({ params: { id }, token });
    if (devices.some((device) => device.current && device.id === id))
      dropDrafts((owner) => owner === clientOwner(personId));
    forgetAttempts('client');
  };
  // The devices load late: scrolls again if the address leads to them.
  useEffect(() => {
    if (window.location.hash === `#${ANCHORS.devices}`) toPlace();
  }, []);
  return (
    <Section title={TITLE} tabIndex={-1} outline="none">
      <Text color="fg.muted">
        These can open your page. If you do not recognise one, remove it and tell your adviser.
      </Text>
      <DeviceList devices={devices} badgeOf={badgeOf} warningOf={warningOf} onRemove={remove} />
    </Section>
  );
}

function OwnDevices({ token, children }: { token: string; children: ReactNode }) {
  const { data, error, isPending, refetch } = useQuery(devicesQuery(usePersonId(), token));
  const isLost = !data && error && canRetry(error);
  // All below the devices waits for them, so that it does not move.
  if (isPending) return null;
  return (
    <>
      {(isLost || Boolean(data?.length)) && (
        <Box mt={{ base: '4', md: '6' }}>
          {data ? (
            <Devices devices={data} token={token} />
          ) : (
            <Section title={TITLE}>
              <ErrorState title="Your devices could not be loaded" error={error} onRetry={refetch} />
            </Section>
          )}
        </Box>
      )}
      {children}
    </>
  );
}

/** Devices, reminder emails and legal lines. Staff see no devices. */
export default function PortalFoot() {
  const { token, portal } = useAccess();
  const lines = (
    <>
      <OwnReminders />
      <FirmFoot firm={portal.firm} adviser={portal.adviser.name} mt={{ base: '2', md: '4' }} px={INSETS.section} />
    </>
  );
  return token === undefined ? lines : <OwnDevices token={token}>{lines}</OwnDevices>;
}
