import { Button, type ButtonProps } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useMutation } from '@tanstack/react-query';
import {
  BellRing,
  Building2,
  CircleQuestionMark,
  CircleUserRound,
  type LucideIcon,
  PhoneCall,
  UsersRound,
} from 'lucide-react';
import { memo } from 'react';
import { Link } from 'react-router';
import type { StuckClient } from '#shared/contract/stuck.ts';
import { londonParts } from '#shared/rules/london.ts';
import type { Who } from '#shared/rules/open-kinds.ts';
import { clientPath } from '../../../lib/navigation/paths.ts';
import { useFocusFallback } from '../../../lib/screen/use-focus-fallback.ts';
import { phoneLink } from '../../../lib/text/contact-links.ts';
import { useMe } from '../../../parts/account/me.ts';
import { AdviserLine } from '../../../parts/client/adviser-line.tsx';
import { setClientStatus } from '../../../parts/client/client-status.ts';
import { openLabel, placeOfOpen } from '../../../parts/client/open-place.ts';
import { sayWho } from '../../../parts/client/waiting.tsx';
import { openAsk } from '../../../parts/request/open-ask.ts';
import { sendReminder } from '../../../parts/request/request-changes.ts';
import { CLIENT_STATUS, ClientStatusBadge } from '../../../parts/status/status-badges.tsx';
import { openAssignTask } from '../../../parts/task/assign-task.tsx';
import { ActionButton } from '../../../ui/feedback/action-button.tsx';
import { Badge, type Tone } from '../../../ui/feedback/badge.tsx';
import { Td } from '../../../ui/layout/table.tsx';
import { MenuButton } from '../../../ui/overlay/menu.tsx';
import { Dash } from '../../../ui/text/dash.tsx';
import { Words } from '../../../ui/text/words.tsx';

/** Width in rem below which the columns do not fit. */
export const STUCK_ROW_WIDTH = 62;

/** Stacks a row: the menu beside the client, the other cells below as labelled lines. */
const NARROW = {
  [`@container (max-width: ${STUCK_ROW_WIDTH}rem)`]: {
    '&&': {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr) auto',
      columnGap: '0.5rem',
      paddingBlock: '0.625rem',
      paddingInline: '1rem 0.5rem',
    },
    '&& > td': { gridColumn: '1 / -1', gridTemplateColumns: 'min(9.5rem, 46%) minmax(0, 1fr)', padding: '0.125rem 0' },
    '&& > td:is([data-cell=client], [data-cell=menu])': { display: 'block', gridColumn: '1', gridRow: '1' },
    // Aligns the menu with the name.
    '&& > td[data-cell=menu]': { gridColumn: '2', marginBlockStart: '-0.4rem' },
    '&& > td[data-cell=press]': { display: 'block', paddingBlockStart: '0.5rem' },
    '&& > td[data-cell] > span': { display: 'none' },
  },
};

const RowLink = chakra(Link, {
  base: { fontWeight: 'semibold', borderRadius: 'l1', _hover: { textDecoration: 'underline' } },
});

const ClientCell = ({ clientId, clientName, adviserName, status }: StuckClient) => (
  <Td label="Client" data-cell="client">
    <RowLink data-row-link to={clientPath(clientId)}>
      <Words>{clientName}</Words>
    </RowLink>
    <AdviserLine name={adviserName} />
    {status !== 'on_target' && (
      <Flex mt="1">
        <ClientStatusBadge status={status} />
      </Flex>
    )}
  </Td>
);

const WAITS: Readonly<Record<Who, readonly [tone: Tone, icon: LucideIcon]>> = {
  adviser: ['brand', CircleUserRound],
  client: ['blue', UsersRound],
  provider: ['gray', Building2],
};

function Waiting({ waitingFor, adviserId }: StuckClient) {
  const isOwn = adviserId === useMe().id;
  if (waitingFor.length === 0)
    return (
      <Badge tone="orange" icon={CircleQuestionMark}>
        Nobody
      </Badge>
    );
  return (
    <Flex gap="1" wrap="wrap">
      {waitingFor.map((who) => {
        const [tone, icon] = WAITS[who];
        return (
          <Badge key={who} tone={tone} icon={icon}>
            {sayWho(who, isOwn)}
          </Badge>
        );
      })}
    </Flex>
  );
}

const PRESS = { size: 'xs', variant: 'outline' } as const satisfies ButtonProps;

/** Hidden once pressed, as a client gets at most one reminder a day. */
function Remind({ clientId, clientName }: StuckClient) {
  const { mutateAsync, data } = useMutation(sendReminder);
  const button = useFocusFallback<HTMLButtonElement>();
  if (data) return <Text color="fg.muted">{data.message}</Text>;
  return (
    <ActionButton
      ref={button}
      {...PRESS}
      onAction={() => mutateAsync({ params: { id: clientId } })}
      busyLabel="Sending..."
    >
      <BellRing aria-hidden />
      <span>Send a Reminder</span> <chakra.span srOnly>{`to ${clientName}`}</chakra.span>
    </ActionButton>
  );
}

const Phone = ({ phone, clientName }: { phone: string; clientName: string }) => (
  <Button asChild {...PRESS} aria-label={`Phone ${clientName}: ${phone}`}>
    <a href={phoneLink(phone)}>
      <PhoneCall aria-hidden />
      <span>{`Phone ${phone}`}</span>
    </a>
  </Button>
);

function Begin({ clientId, clientName }: StuckClient) {
  const [task, ask] = [useFocusFallback(), useFocusFallback()];
  return (
    <>
      <Button
        ref={task}
        {...PRESS}
        aria-label={`Assign Task: ${clientName}`}
        onClick={() => openAssignTask.emit(clientId)}
      >
        Assign Task
      </Button>
      <Button ref={ask} {...PRESS} aria-label={`Ask: ${clientName}`} onClick={() => openAsk.emit(clientId)}>
        Ask
      </Button>
    </>
  );
}

/** Button that moves the client on, or a link to the cause. After reminders without an answer, a call may help. */
function Press({ client }: { client: StuckClient }) {
  const { clientId, clientName, reason, ref, asks, reminder, phone } = client;
  if (reason === null) return <Begin {...client} />;
  if (reminder?.plannedAt)
    return <Text color="fg.muted">{`Reminder leaves at ${londonParts(new Date(reminder.plannedAt)).time}`}</Text>;
  if (reminder?.isUnanswered && phone) return <Phone phone={phone} clientName={clientName} />;
  if (reminder?.canSend) return <Remind {...client} />;
  const label = openLabel(reason);
  return (
    <Button asChild {...PRESS} aria-label={`${label}: ${clientName}`}>
      <Link to={placeOfOpen(clientId, { kind: reason, ref, asks })}>{label}</Link>
    </Button>
  );
}

const OFFERED = ['overdue', 'urgent'] as const;

function StatusMenu({ clientId, clientName, status }: StuckClient) {
  const { mutate } = useMutation(setClientStatus(clientId));
  const entries = OFFERED.filter((offered) => offered !== status).map((offered) => {
    const [label, , icon] = CLIENT_STATUS[offered];
    const set = () => mutate({ params: { id: clientId }, body: { status: offered } });
    return { label: `Set Status: ${label}`, icon, onSelect: set };
  });
  return (
    <MenuButton ref={useFocusFallback()} label={`Set Status of ${clientName}`} color="fg.muted" groups={[entries]} />
  );
}

/** Client whose journey does not move, with the reason and what moves it. */
export const StuckRow = memo(function StuckRow({ client }: { client: StuckClient }) {
  const { stage, daysInStage, quietDays, text } = client;
  return (
    <chakra.tr css={NARROW} _hover={{ bg: 'bg.subtle' }}>
      <ClientCell {...client} />
      <Td label="Stage">{stage}</Td>
      <Td label="Working days in stage" textAlign="end">
        {daysInStage ?? <Dash>No stage in progress</Dash>}
      </Td>
      <Td label="Quiet working days" textAlign="end">
        {quietDays}
      </Td>
      <Td label="Waiting for">
        <Waiting {...client} />
      </Td>
      <Td label="Reason">
        <Words>{text}</Words>
      </Td>
      <Td label="Next step" data-cell="press" data-screen-only>
        <Flex gap="2" wrap="wrap">
          <Press client={client} />
        </Flex>
      </Td>
      <Td label="More" data-cell="menu" data-screen-only>
        <StatusMenu {...client} />
      </Td>
    </chakra.tr>
  );
});
