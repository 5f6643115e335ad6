import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { Text } from '@chakra-ui/react/text';
import { useMutation } from '@tanstack/react-query';
import { Ban, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import type { FullClient } from '#shared/contract/clients.ts';
import { formatDate } from '../../../lib/text/format.ts';
import { ActionButton } from '../../../ui/feedback/action-button.tsx';
import { ConfirmButton } from '../../../ui/overlay/confirm-button.tsx';
import { RelativeTime } from '../../../ui/text/relative-time.tsx';
import { useClient } from '../client-context.ts';
import { allowPortal, suspendPortal } from './queries.ts';

const LOOK = { size: 'xs', variant: 'outline', colorPalette: 'gray' } as const;

const SUSPEND = {
  title: 'Suspend the portal?',
  text: 'The link stops working: the client sees “Access Denied” and is asked to contact you. Nothing is deleted, and you can allow it again at any time.',
  confirm: 'Suspend',
  busy: 'Suspending...',
};

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <Box as="dt" color="fg.muted">
      {name}
    </Box>
    <Box as="dd">{children}</Box>
  </>
);

function End({ endsAt }: Pick<FullClient['link'], 'endsAt'>) {
  if (!endsAt) return <Fact name="Expires">Never</Fact>;
  return <Fact name={Date.parse(endsAt) <= Date.now() ? 'Expired' : 'Expires'}>{formatDate(endsAt)}</Fact>;
}

function Suspended() {
  const { id } = useClient().client;
  const { mutateAsync } = useMutation(allowPortal);
  return (
    <Flex colorPalette="orange" bg="colorPalette.subtle" borderRadius="l2" px="3" py="2.5" gap="3" wrap="wrap">
      <Text flex="1 1 12rem" textStyle="sm">
        <strong>The portal is suspended.</strong> The link doesn’t work on any device.
      </Text>
      <ActionButton
        {...LOOK}
        bg="bg.surface"
        onAction={() => mutateAsync({ params: { id }, body: { portalSuspended: false } })}
        busyLabel="Allowing..."
      >
        <CircleCheck aria-hidden />
        Allow Again
      </ActionButton>
    </Flex>
  );
}

function Suspend() {
  const { id } = useClient().client;
  const { mutateAsync } = useMutation(suspendPortal);
  return (
    <ConfirmButton
      {...LOOK}
      ask={SUSPEND}
      onConfirm={() => mutateAsync({ params: { id }, body: { portalSuspended: true } })}
    >
      <Ban aria-hidden />
      Suspend Portal
    </ConfirmButton>
  );
}

/** Shows when the client's link was created, last opened and expires, with a button to suspend it (entry, Portal links). */
export function LinkState() {
  const { link, portalSuspended } = useClient().client;
  return (
    <Grid gap="3" tabIndex={-1} outline="none" justifyItems={portalSuspended ? undefined : 'start'}>
      <Grid as="dl" textStyle="sm" templateColumns="auto minmax(0, 1fr)" columnGap="4" rowGap="1">
        <Fact name="Created">{formatDate(link.issuedAt)}</Fact>
        <Fact name="Last opened">{link.usedAt ? <RelativeTime value={link.usedAt} /> : 'Not yet'}</Fact>
        <End endsAt={link.endsAt} />
      </Grid>
      {portalSuspended ? <Suspended /> : <Suspend />}
    </Grid>
  );
}
