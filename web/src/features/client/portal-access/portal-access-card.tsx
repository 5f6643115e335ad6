import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Ban, CircleCheck, Copy, Mail, Phone, ScanEye } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type { FullClient } from '#shared/contract/clients.ts';
import { STEP_UPS, UNDELIVERED_ADVICE } from '#shared/rules/clients.ts';
import { formatDate, formatDateTime, formatMoment } from '../../../lib/text/format.ts';
import { sinceMoment } from '../../../parts/client/signals.tsx';
import { DeviceList } from '../../../parts/link/device-list.tsx';
import { MailNotice } from '../../../parts/link/mail-notice.tsx';
import { emailPortalLink } from '../../../parts/link/portal-link.ts';
import { PortalLinkField } from '../../../parts/link/portal-link-field.tsx';
import { usePortalLink } from '../../../parts/link/use-portal-link.ts';
import { settingsQuery } from '../../../parts/settings.ts';
import { Select } from '../../../ui/eager/controls.tsx';
import { DialogButton, lazyDialog } from '../../../ui/eager/lazy-dialog.tsx';
import { ErrorState, Skeletons } from '../../../ui/eager/state.tsx';
import { ActionButton } from '../../../ui/feedback/action-button.tsx';
import { ConfirmButton } from '../../../ui/feedback/confirm-button.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { Words } from '../../../ui/text/words.tsx';
import { useClient } from '../client-context.ts';
import { useSection } from '../navigation.ts';
import { allowPortal, devicesQuery, removeDevice, setStepUp, suspendPortal } from './queries.ts';

const SMALL = { size: 'xs', variant: 'outline', colorPalette: 'gray' } as const;

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
        {...SMALL}
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
      {...SMALL}
      question={SUSPEND}
      onConfirm={() => mutateAsync({ params: { id }, body: { portalSuspended: true } })}
    >
      <Ban aria-hidden />
      Suspend Portal
    </ConfirmButton>
  );
}

const emailedText = (at: string, now: Date) =>
  sinceMoment(at, now) === 'today' ? `today, ${formatMoment(at, now)}` : formatDateTime(at);

/** Names the last visit as the page's header does. An older one was made with a link that is void now. */
function visitText({ link, lastVisit }: FullClient, now: Date): string {
  if (link.usedAt) return sinceMoment(link.usedAt, now);
  return lastVisit ? `${sinceMoment(lastVisit, now)}, with an older link` : 'Not yet';
}

function LinkState() {
  const { client } = useClient();
  const { link, portalSuspended } = client;
  const now = new Date();
  return (
    <Grid gap="3" tabIndex={-1} outline="none" justifyItems={portalSuspended ? undefined : 'start'}>
      <Grid as="dl" textStyle="sm" templateColumns="auto minmax(0, 1fr)" columnGap="4" rowGap="1">
        <Fact name="Created">{formatDate(link.issuedAt)}</Fact>
        <Fact name="Emailed">{link.mailedAt ? emailedText(link.mailedAt, now) : 'Not yet'}</Fact>
        <Fact name="Last visit">{visitText(client, now)}</Fact>
        <End endsAt={link.endsAt} />
      </Grid>
      {portalSuspended ? <Suspended /> : <Suspend />}
    </Grid>
  );
}

const ReasonDialog = lazyDialog(async () => ({ default: (await import('./portal-dialogs.tsx')).ReasonDialog }));

type StepUp = FullClient['stepUp'];

const isStepUp = (value: string): value is StepUp => STEP_UPS.some((known) => known === value);

/** Returns the labels of the choices. `isOnByDefault` is the firm's setting, undefined while it loads. */
const labelOf = (isOnByDefault: boolean | undefined): Record<StepUp, string> => ({
  inherit: `Firm default${isOnByDefault === undefined ? '' : isOnByDefault ? ' (on)' : ' (off)'}`,
  on: 'Always ask for a code',
  off: 'Never ask for a code',
});

/** Sets if new devices need a code to open this client's portal. "Never" requires a reason. */
function StepUpChoice() {
  const id = useId();
  const { client } = useClient();
  const [isReasonOpen, setReasonOpen] = useState(false);
  const { data: isOnByDefault } = useQuery({
    ...settingsQuery,
    select: ({ portal }) => portal.stepUp === 'new-device',
  });
  const { mutate } = useMutation(setStepUp(client.id));
  const labels = labelOf(isOnByDefault);
  const choose = (stepUp: string) => {
    if (stepUp === 'off') setReasonOpen(true);
    else if (isStepUp(stepUp)) mutate({ params: { id: client.id }, body: { stepUp } });
  };
  return (
    <Grid gap="1.5">
      <chakra.label htmlFor={id} textStyle="sm" fontWeight="medium">
        Code on new devices
      </chakra.label>
      <Select id={id} size="sm" value={client.stepUp} onChange={(event) => choose(event.target.value)}>
        {STEP_UPS.map((stepUp) => (
          <option key={stepUp} value={stepUp}>
            {labels[stepUp]}
          </option>
        ))}
      </Select>
      {client.stepUpReason && (
        <Text textStyle="sm" color="fg.muted">
          Reason: <Words>{client.stepUpReason}</Words>
        </Text>
      )}
      <ReasonDialog open={isReasonOpen} onClose={() => setReasonOpen(false)} />
    </Grid>
  );
}

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
      warningOf={() => WARNING}
      onRemove={(deviceId) => mutateAsync({ params: { id, deviceId } })}
    />
  );
}

function Devices() {
  const id = useId();
  const client = useClient().client;
  return (
    <Box as="section" aria-labelledby={id} tabIndex={-1} outline="none">
      <chakra.h3 id={id} textStyle="sm" fontWeight="semibold" mb="1">
        Confirmed Devices
      </chakra.h3>
      <List />
      <DialogButton
        mt="3"
        size="xs"
        variant="outline"
        colorPalette="gray"
        dialog={(state) => <PhraseDialog clientId={client.id} name={client.name} phone={client.phone} {...state} />}
      >
        <Phone aria-hidden />
        Confirm a Device by Phone
      </DialogButton>
    </Box>
  );
}

const BUTTON_STYLE = { size: 'xs', variant: 'outline', colorPalette: 'gray', flex: '1 1 auto' } as const;

/** Solid until the link was emailed or opened, as emailing it is the next thing to do until then. */
function EmailLink() {
  const { id, email, mailProblem, link, portalSuspended } = useClient().client;
  const isNext = !link.mailedAt && !link.usedAt && !portalSuspended && mailProblem === null;
  const { mutateAsync } = useMutation(emailPortalLink(email));
  return (
    <ActionButton
      {...BUTTON_STYLE}
      {...(isNext && { variant: 'solid', colorPalette: 'brand' })}
      disabled={mailProblem !== null}
      onAction={() => mutateAsync({ params: { id } })}
      busyLabel="Sending..."
    >
      <Mail aria-hidden />
      Email Link
    </ActionButton>
  );
}

function Link() {
  const { link, reveal, copy } = usePortalLink(useClient().client.id);
  return (
    <>
      <PortalLinkField link={link} />
      <Flex gap="2" mt="3" wrap="wrap">
        <ActionButton {...BUTTON_STYLE} onAction={copy}>
          <Copy aria-hidden />
          Copy Link
        </ActionButton>
        <EmailLink />
        {!link && (
          <ActionButton {...BUTTON_STYLE} onAction={reveal}>
            <ScanEye aria-hidden />
            Show Link
          </ActionButton>
        )}
      </Flex>
    </>
  );
}

/** Shows the portal link and its devices. Fetches the link only on request, because each fetch adds an audit entry. */
export default function PortalAccessCard() {
  const { mailProblem, link } = useClient().client;
  return (
    <Panel {...useSection()} weight="plain" title="Client Portal Access">
      <Text textStyle="sm" color="fg.muted" mb="3">
        Anyone with this link can see the client’s journey. Share it with the client only.
      </Text>
      <MailNotice problem={mailProblem} mb="3">
        {UNDELIVERED_ADVICE}
      </MailNotice>
      {/* Remounts for a new link, so that the old one is no longer shown. */}
      <Link key={link.issuedAt} />
      <Grid gap="4" mt="4" pt="4" borderTopWidth="1px" templateColumns="minmax(0, 1fr)">
        <LinkState />
        <StepUpChoice />
        <Devices />
      </Grid>
    </Panel>
  );
}
