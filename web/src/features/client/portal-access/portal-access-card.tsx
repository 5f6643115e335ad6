import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Ban, ChevronDown, CircleCheck, Copy, Mail, ScanEye, UserPlus } from 'lucide-react';
import { useId, useState } from 'react';
import type { FullClient } from '#shared/contract/clients.ts';
import { STEP_UPS, UNDELIVERED_ADVICE } from '#shared/rules/clients.ts';
import { MAX_PEOPLE } from '#shared/rules/limits.ts';
import { PERSON_MESSAGES } from '#shared/rules/persons.ts';
import { sayDay } from '#shared/rules/say-date.ts';
import { formatMoment } from '../../../lib/text/format.ts';
import { sinceMoment } from '../../../parts/client/signals.tsx';
import { MailNotice } from '../../../parts/link/mail-notice.tsx';
import { emailPortalLink } from '../../../parts/link/portal-link.ts';
import { PortalLinkField } from '../../../parts/link/portal-link-field.tsx';
import { usePortalLink } from '../../../parts/link/use-portal-link.ts';
import { settingsQuery } from '../../../parts/settings.ts';
import { Select } from '../../../ui/eager/controls.tsx';
import { DialogButton, lazyDialog } from '../../../ui/eager/lazy-dialog.tsx';
import { ActionButton } from '../../../ui/feedback/action-button.tsx';
import { ConfirmButton } from '../../../ui/feedback/confirm-button.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { Words } from '../../../ui/text/words.tsx';
import { useClient } from '../client-context.ts';
import { useSection } from '../navigation.ts';
import { Devices } from './devices.tsx';
import { People } from './people-rows.tsx';
import { allowPortal, setStepUp, suspendPortal } from './queries.ts';

const SMALL = { size: 'xs', variant: 'outline', colorPalette: 'gray' } as const;
const LINK_BUTTON = { ...SMALL, flex: '1 1 auto' } as const;

const SUSPEND = {
  title: 'Suspend the portal?',
  text: 'The link stops working: the client sees “Access Denied” and is asked to contact you. Nothing is deleted, and you can allow it again at any time.',
  confirm: 'Suspend',
  busy: 'Suspending...',
};

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
      justifySelf="start"
      question={SUSPEND}
      onConfirm={() => mutateAsync({ params: { id }, body: { portalSuspended: true } })}
    >
      <Ban aria-hidden />
      Suspend Portal
    </ConfirmButton>
  );
}

/** Returns the firm's setting for codes on new devices; undefined while it loads. */
const useFirmDefault = () =>
  useQuery({ ...settingsQuery, select: ({ portal }) => portal.stepUp === 'new-device' }).data;

/** Says who can open the portal, and until when. Undefined while the firm's setting loads. */
function openText({ stepUp, link, people }: FullClient, isOnByDefault: boolean | undefined, now: Date) {
  const isShared = people.length > 0;
  const endsAt = isShared ? null : link.endsAt;
  if (endsAt && Date.parse(endsAt) <= now.getTime()) return `The link expired on ${sayDay(endsAt)}.`;
  const isAsked = stepUp === 'inherit' ? isOnByDefault : stepUp === 'on';
  if (isAsked === undefined) return;
  const the = isShared ? 'a' : 'the';
  const who = isAsked ? `A new device needs ${the} link and a code` : `Anyone with ${the} link can open it`;
  return `${who}${endsAt ? `, until ${sayDay(endsAt)}` : ''}.`;
}

function emailedText(at: string | null, now: Date): string {
  if (!at) return 'Not emailed yet';
  return `Emailed ${sinceMoment(at, now) === 'today' ? `today at ${formatMoment(at, now)}` : sayDay(at)}`;
}

/** Names the last visit as the page's header does. An older one was made with a link that is void now. */
const visitText = ({ link, lastVisit }: FullClient, now: Date): string =>
  lastVisit ? `last visit ${sinceMoment(lastVisit, now)}${link.usedAt ? '' : ' with an older link'}` : 'not opened yet';

function LinkState() {
  const { client } = useClient();
  const isShared = client.people.length > 0;
  const isOnByDefault = useFirmDefault();
  const now = new Date();
  const open = client.portalSuspended ? undefined : openText(client, isOnByDefault, now);
  // With several people, each row says this of its own link.
  const mail = !isShared && `${emailedText(client.link.mailedAt, now)}, ${visitText(client, now)}.`;
  const text = [open, mail].filter(Boolean).join(' ');
  return text && <Text textStyle="sm">{text}</Text>;
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
  const { mutate } = useMutation(setStepUp(client.id));
  const labels = labelOf(useFirmDefault());
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

/** Solid until the link was emailed or opened, as emailing it is the next thing to do until then. */
function EmailLink() {
  const { id, email, mailProblem, link, portalSuspended } = useClient().client;
  const isNext = !link.mailedAt && !link.usedAt && !portalSuspended && mailProblem === null;
  const { mutateAsync } = useMutation(emailPortalLink(email));
  return (
    <ActionButton
      {...LINK_BUTTON}
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

/** Parts of the card that are opened on request. */
type Part = 'safer' | 'manage';

interface PartButtonProps {
  isOpen: boolean;
  onToggle: () => void;
  children: string;
}

const PartButton = ({ isOpen, onToggle, children }: PartButtonProps) => (
  <Button size="xs" variant="ghost" colorPalette="gray" color="fg.muted" aria-expanded={isOpen} onClick={onToggle}>
    <span>{children}</span>
    <Box as={ChevronDown} rotate={isOpen ? '180deg' : '0deg'} aria-hidden />
  </Button>
);

const AddPersonDialog = lazyDialog(async () => ({ default: (await import('./people-dialogs.tsx')).AddPersonDialog }));

function AddPerson() {
  const { people } = useClient().client;
  const isFull = people.length >= MAX_PEOPLE;
  return (
    <Flex align="center" justify="space-between" columnGap="3" rowGap="1" wrap="wrap" textStyle="sm" color="fg.muted">
      {people.length === 0 && <span>One person so far.</span>}
      {isFull ? (
        <span>{PERSON_MESSAGES.full}</span>
      ) : (
        <DialogButton {...SMALL} dialog={(state) => <AddPersonDialog {...state} />}>
          <UserPlus aria-hidden />
          Add a Person…
        </DialogButton>
      )}
    </Flex>
  );
}

/** Shows the link from its first fetch on. It is fetched only on request, because each fetch adds an audit entry. */
function Access() {
  const { client } = useClient();
  const isShared = client.people.length > 0;
  const { link, reveal, copy } = usePortalLink(client.id);
  const [part, setPart] = useState<Part>();
  const button = (name: Part) => ({
    isOpen: part === name,
    onToggle: () => setPart(part === name ? undefined : name),
  });
  return (
    <Grid gap="3" templateColumns="minmax(0, 1fr)" tabIndex={-1} outline="none">
      {isShared ? (
        <People />
      ) : (
        <Flex gap="2" wrap="wrap">
          <EmailLink />
          <ActionButton {...LINK_BUTTON} onAction={copy}>
            <Copy aria-hidden />
            Copy Link
          </ActionButton>
        </Flex>
      )}
      {!isShared && (link || part === 'manage') && <PortalLinkField link={link} />}
      {client.portalSuspended && <Suspended />}
      <AddPerson />
      <Flex wrap="wrap" my="-1">
        <PartButton {...button('safer')}>Make It Safer</PartButton>
        <PartButton {...button('manage')}>Manage Access</PartButton>
      </Flex>
      {part === 'safer' && (
        <>
          <StepUpChoice />
          {!client.portalSuspended && <Suspend />}
        </>
      )}
      {part === 'manage' && (
        <>
          {!isShared && (
            <Flex align="center" justify="space-between" gap="2" wrap="wrap">
              <Text textStyle="sm" color="fg.muted">{`Link created ${sayDay(client.link.issuedAt)}`}</Text>
              {!link && (
                <ActionButton {...SMALL} onAction={reveal}>
                  <ScanEye aria-hidden />
                  Show Link
                </ActionButton>
              )}
            </Flex>
          )}
          <Devices />
        </>
      )}
    </Grid>
  );
}

/** Shows who can open the portal, and sends or copies its link. With several people, each has a row. */
export default function PortalAccessCard() {
  const { mailProblem, link, people } = useClient().client;
  return (
    <Panel {...useSection()} weight="plain" title="Client Portal Access">
      <MailNotice problem={people.length === 0 ? mailProblem : null} mb="3">
        {UNDELIVERED_ADVICE}
      </MailNotice>
      <Grid gap="3" templateColumns="minmax(0, 1fr)">
        <LinkState />
        {/* Remounts for a new link, so that the old one is no longer shown. */}
        <Access key={link.issuedAt} />
      </Grid>
    </Panel>
  );
}
