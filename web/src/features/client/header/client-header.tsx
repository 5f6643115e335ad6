import { Box } from '@chakra-ui/react/box';
import { Button, IconButton } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useMutation } from '@tanstack/react-query';
import {
  ArrowLeft,
  Ban,
  CalendarDays,
  CircleCheck,
  ExternalLink,
  House,
  Link2,
  Mail,
  Pencil,
  Phone,
} from 'lucide-react';
import { type Ref, useId } from 'react';
import { Link } from 'react-router';
import { anchorOf } from '#shared/rules/anchors.ts';
import { CLIENT_STATUSES } from '#shared/rules/clients.ts';
import { sayDays } from '#shared/rules/colleagues.ts';
import { meetingAhead, meetingTitle } from '#shared/rules/meetings.ts';
import { paths } from '../../../lib/navigation/paths.ts';
import { lastList } from '../../../lib/navigation/place-state.ts';
import { notify } from '../../../lib/screen/notify.ts';
import { useFocusFallback } from '../../../lib/screen/use-focus-fallback.ts';
import { mailLink, phoneLink } from '../../../lib/text/contact-links.ts';
import { formatMeeting } from '../../../lib/text/meeting-time.ts';
import { useMe } from '../../../parts/account/me.ts';
import { setClientStatus } from '../../../parts/client/client-status.ts';
import { EXTERNAL_TOOLS } from '../../../parts/client/external-tools.ts';
import { HelpBadge, lastVisitText, RemindersBadge } from '../../../parts/client/signals.tsx';
import { MailNotice } from '../../../parts/link/mail-notice.tsx';
import { CLIENT_STATUS, CompletedBadge } from '../../../parts/status/status-badges.tsx';
import { Select } from '../../../ui/eager/controls.tsx';
import { ActionButton } from '../../../ui/feedback/action-button.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { EDGE } from '../../../ui/layout/edge.ts';
import { LazyTooltip } from '../../../ui/overlay/lazy-tooltip.tsx';
import { useTooltip } from '../../../ui/overlay/use-tooltip.ts';
import { Avatar } from '../../../ui/text/avatar.tsx';
import { Words } from '../../../ui/text/words.tsx';
import { useClient } from '../client-context.ts';
import { EditButton, HeaderActions } from './header-actions.tsx';
import { endCallForHelp } from './queries.ts';

/** Shown instead of a status, as the status of a completed client no longer counts. */
const COMPLETED = 'completed';

/** Selects the client's status. Any change is allowed, but a completed client must be reopened first. */
function StatusSelect() {
  const { id: clientId, status, completed } = useClient().client;
  const { mutate } = useMutation(setClientStatus(clientId));
  const id = useId();
  const Icon = completed ? CircleCheck : CLIENT_STATUS[status][2];
  const choose = (value: string) => {
    const chosen = CLIENT_STATUSES.find((known) => known === value);
    if (chosen && chosen !== status) mutate({ params: { id: clientId }, body: { status: chosen } });
  };
  return (
    <Flex align="center" gap="2" maxW="full" color="colorPalette.fg">
      <chakra.label htmlFor={id} srOnly>
        Client status
      </chakra.label>
      <Icon size={20} aria-hidden />
      <Select
        id={id}
        width="9.5rem"
        size="sm"
        fontWeight="semibold"
        color="colorPalette.fg"
        value={completed ? COMPLETED : status}
        disabled={completed}
        title={completed ? 'Reopen the client to set their status' : undefined}
        onChange={(event) => choose(event.target.value)}
      >
        {completed && <option value={COMPLETED}>Completed</option>}
        {CLIENT_STATUSES.map((value) => (
          <option key={value} value={value}>
            {CLIENT_STATUS[value][0]}
          </option>
        ))}
      </Select>
    </Flex>
  );
}

const BUTTON_STYLE = { size: 'xs', variant: 'outline', colorPalette: 'gray' } as const;

const ToolLink = ({ name, href }: { name: string; href: string }) => (
  <Button asChild {...BUTTON_STYLE} bg="bg.surface">
    <a href={href} target="_blank" rel="noopener noreferrer">
      {name}
      <ExternalLink aria-hidden />
    </a>
  </Button>
);

/** Uses aria-disabled, which keeps the focus, so that the button can explain why it does nothing. */
function NoTool({ name }: { name: string }) {
  const reason = `No ${name} link set`;
  const { trigger, tooltip } = useTooltip();
  const explain = () => notify({ title: reason, description: 'Add one with Edit Links.' });
  return (
    <>
      <Button
        {...BUTTON_STYLE}
        {...trigger}
        aria-disabled
        borderStyle="dashed"
        color="fg.muted"
        _disabled={{ opacity: 1 }}
        onClick={explain}
      >
        {name}
      </Button>
      <LazyTooltip {...tooltip} text={reason} />
    </>
  );
}

function ExternalTools() {
  const { client } = useClient();
  return (
    <Flex as="section" aria-label="External tools" gap="2" wrap="wrap" align="center">
      {EXTERNAL_TOOLS.map(([name, field]) => {
        const href = client[field];
        return href ? <ToolLink key={field} name={name} href={href} /> : <NoTool key={field} name={name} />;
      })}
      <EditButton field="links" size="xs">
        <Link2 aria-hidden />
        Edit Links
      </EditButton>
    </Flex>
  );
}

/** Shows how long the client has waited for help, with a button to resolve it. A reply resolves it too. */
function Help({ since }: { since: string }) {
  const { id } = useClient().client;
  const { mutateAsync } = useMutation(endCallForHelp(id));
  return (
    <Flex align="center" wrap="wrap" columnGap="2" my="1">
      <HelpBadge since={since} />
      <ActionButton
        ref={useFocusFallback()}
        size="2xs"
        h="auto"
        whiteSpace="normal"
        variant="plain"
        color="fg"
        textDecoration="underline"
        title="Mark the request for help as resolved"
        onAction={() => mutateAsync({ params: { id } })}
      >
        Mark as Resolved
      </ActionButton>
    </Flex>
  );
}

const WITH_ICON = {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1.5',
    overflowWrap: 'anywhere',
    '&[href]:hover': { textDecoration: 'underline' },
  },
} as const;

const ContactLink = chakra('a', WITH_ICON);
const MeetingLink = chakra(Link, WITH_ICON);

/** Next meeting of the journey, today or later, as a link to its step. */
function NextMeeting() {
  const now = new Date();
  const { client, stages } = useClient();
  const booked = stages.flatMap(({ subStages }) => meetingAhead(subStages, now) ?? []);
  const [next] = booked.sort((a, b) => (a.bookedFor < b.bookedFor ? -1 : 1));
  if (!next || client.completed) return null;
  return (
    <MeetingLink key={`${next.id} ${next.bookedFor}`} to={`#${anchorOf.stages(next.id)}`}>
      <CalendarDays size={15} aria-hidden />
      <span>{`${meetingTitle(next.stageNumber)}: ${formatMeeting(next.bookedFor)}`}</span>
    </MeetingLink>
  );
}

function Contact() {
  const { email, phone, lastVisit } = useClient().client;
  return (
    <Flex align="center" columnGap="4" rowGap="1" wrap="wrap" textStyle="sm" color="fg.muted">
      <ContactLink key={email} href={mailLink(email)} className="notranslate">
        <Mail size={15} aria-hidden />
        {email}
      </ContactLink>
      {phone && (
        <ContactLink key={phone} href={phoneLink(phone)}>
          <Phone size={15} aria-hidden />
          {phone}
        </ContactLink>
      )}
      <EditButton field="contact" aria-label="Edit contact" title="Edit contact" size="2xs" px="0">
        <Pencil />
      </EditButton>
      <NextMeeting />
      {lastVisit && <span key={lastVisit}>{lastVisitText(lastVisit)}</span>}
    </Flex>
  );
}

function Identity() {
  const { name, completed, mailProblem, portalSuspended, stuckSince, reminders, lastVisit } = useClient().client;
  return (
    <Flex gap="4" align="center" minW="0">
      <Avatar name={name} size="14" />
      <Box minW="0" tabIndex={-1}>
        <Flex align="center" columnGap="2" wrap="wrap">
          <Box minW="0" textStyle={{ base: '2xl', md: '3xl' }}>
            <Words as="h1" display="inline" textWrap="wrap">
              {name}
            </Words>
            <EditButton field="name" aria-label="Edit name" title="Edit name" size="2xs" px="0" ms="1.5">
              <Pencil />
            </EditButton>
          </Box>
          {completed && <CompletedBadge />}
          {portalSuspended && (
            <Badge tone="orange" icon={Ban}>
              Portal Suspended
            </Badge>
          )}
          <RemindersBadge reminders={reminders} lastVisit={lastVisit} />
        </Flex>
        {stuckSince && <Help since={stuckSince} />}
        <Contact />
        <MailNotice problem={mailProblem} mt="1">
          Ask the client for another address and save it here.
        </MailNotice>
      </Box>
    </Flex>
  );
}

const GHOST = { variant: 'ghost', colorPalette: 'gray', size: 'sm' } as const;

const WaysOut = () => (
  <Flex gap="1" ms="-2">
    <IconButton asChild {...GHOST} aria-label="Back to clients" title="Back to clients">
      <Link {...lastList(paths.clients)}>
        <ArrowLeft />
      </Link>
    </IconButton>
    <IconButton asChild {...GHOST} aria-label="Home" title="Home">
      <Link to={paths.dashboard}>
        <House />
      </Link>
    </IconButton>
  </Flex>
);

/** Names the adviser, and says why a colleague of theirs sees this client. */
function AdviserOfClient() {
  const { adviserId, adviserName, access } = useClient().client;
  const { until } = useMe().works?.find(({ id }) => id === adviserId) ?? {};
  const [first] = adviserName.split(' ');
  const covered = ['you cover for', first, until && sayDays({ until })].filter(Boolean).join(' ');
  return (
    <Text textStyle="sm" color="fg.muted" flex="1" minW="0">
      <span>Adviser: </span>
      <Words>{adviserName}</Words>
      {access === 'works' && <span>{` · you work with ${first}`}</span>}
      {access === 'cover' && <span>{` · ${covered}`}</span>}
    </Text>
  );
}

/** Uses the colour of the client's status; completed clients have the brand colour. */
export function ClientHeader({ ref }: { ref: Ref<HTMLDivElement> }) {
  const { client } = useClient();
  return (
    <Box
      ref={ref}
      as="header"
      colorPalette={client.completed ? 'brand' : CLIENT_STATUS[client.status][1]}
      bg="colorPalette.subtle"
      borderBottomWidth="1px"
      borderTopWidth="4px"
      borderTopColor="colorPalette.solid"
      borderBottomColor="colorPalette.border"
      data-status={client.completed ? 'completed' : client.status}
      transition="background-color 0.2s"
    >
      <Grid
        maxW="8xl"
        mx="auto"
        px={{ base: EDGE, md: '8' }}
        pt="2"
        pb="4"
        columnGap="4"
        rowGap="3"
        alignItems="center"
        templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) auto' }}
      >
        <Flex align="center" gap="2">
          <WaysOut />
          <AdviserOfClient />
        </Flex>
        {/* On a phone the name comes first. */}
        <Flex gap="2" wrap="wrap" justify={{ lg: 'end' }} order={{ base: 1, lg: 0 }}>
          <HeaderActions />
        </Flex>
        <Identity />
        <Flex direction="column" gap="3" align={{ base: 'start', lg: 'end' }} order={{ base: 1, lg: 0 }}>
          <StatusSelect />
          <ExternalTools />
        </Flex>
      </Grid>
    </Box>
  );
}
