import { Button, type ButtonProps } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useMutation } from '@tanstack/react-query';
import { BellRing, Building2, CircleQuestionMark, CircleUserRound, type LucideIcon, UsersRound } from 'lucide-react';
import { memo } from 'react';
import { Link } from 'react-router';
import type { StuckClient } from '#shared/contract/insight.ts';
import { clientPath } from '../../../lib/navigation/paths.ts';
import { useFocusFallback } from '../../../lib/screen/use-focus-fallback.ts';
import { useMe } from '../../../parts/account/me.ts';
import { setClientStatus } from '../../../parts/client/client-status.ts';
import { openAsk } from '../../../parts/request/open-ask.ts';
import { sendReminder } from '../../../parts/request/requests.ts';
import { CLIENT_STATUS, ClientStatusBadge } from '../../../parts/status/status-badges.tsx';
import { openAssignTask } from '../../../parts/task/assign-task.tsx';
import { ActionButton } from '../../../ui/feedback/action-button.tsx';
import { Badge, type Tone } from '../../../ui/feedback/badge.tsx';
import { Td } from '../../../ui/layout/table.tsx';
import { MenuButton } from '../../../ui/overlay/menu.tsx';
import { Dash } from '../../../ui/text/dash.tsx';
import { Words } from '../../../ui/text/words.tsx';
import { linkOf } from './rows.ts';

/** Width in rem below which the columns do not fit. */
export const ROOM = 62;

/** Stacks a row: the menu beside the client, the other cells below as labelled lines. */
const NARROW = {
  [`@container (max-width: ${ROOM}rem)`]: {
    '&&': {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr) auto',
      columnGap: '0.5rem',
      paddingBlock: '0.625rem',
      paddingInline: '1rem 0.5rem',
    },
    '&& > td': { gridColumn: '1 / -1', gridTemplateColumns: 'min(7rem, 40%) minmax(0, 1fr)', padding: '0.125rem 0' },
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
    {useMe().role === 'admin' && (
      <Text color="fg.muted" textStyle="xs">
        Adviser: <Words>{adviserName}</Words>
      </Text>
    )}
    {status !== 'on_target' && (
      <Flex mt="1">
        <ClientStatusBadge status={status} />
      </Flex>
    )}
  </Td>
);

const WAITS: Readonly<Record<StuckClient['waitingFor'], readonly [label: string, tone: Tone, icon: LucideIcon]>> = {
  you: ['You', 'brand', CircleUserRound],
  client: ['Client', 'blue', UsersRound],
  provider: ['Provider', 'gray', Building2],
  nobody: ['Nobody', 'orange', CircleQuestionMark],
};

function Waiting({ waitingFor, adviserId }: StuckClient) {
  const [label, tone, icon] = WAITS[waitingFor];
  const isOwn = adviserId === useMe().id;
  return (
    <Badge tone={tone} icon={icon}>
      {waitingFor === 'you' && !isOwn ? 'Adviser' : label}
    </Badge>
  );
}

const PRESS = { size: 'xs', variant: 'outline' } as const satisfies ButtonProps;

function Remind({ clientId, clientName }: StuckClient) {
  const { mutateAsync } = useMutation(sendReminder);
  return (
    <ActionButton
      ref={useFocusFallback()}
      {...PRESS}
      onAction={() => mutateAsync({ params: { id: clientId } })}
      busyLabel="Sending..."
    >
      <BellRing aria-hidden />
      <span>Send a Reminder</span> <chakra.span srOnly>{`to ${clientName}`}</chakra.span>
    </ActionButton>
  );
}

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

/** Link to the cause, or a button if the adviser has to remind or to ask somebody first. */
function Press({ client }: { client: StuckClient }) {
  const { reason, about } = client;
  // Clients are reminded of requests; of tasks only in firms that choose so.
  if (reason === 'client' && about === 'request') return <Remind {...client} />;
  if (about === null) return <Begin {...client} />;
  const { label, to } = linkOf(client, about);
  return (
    <Button asChild {...PRESS} aria-label={`${label}: ${client.clientName}`}>
      <Link to={to}>{label}</Link>
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
      <Td label="Days in stage" textAlign="end">
        {daysInStage ?? <Dash>No stage in progress</Dash>}
      </Td>
      <Td label="Quiet days" textAlign="end">
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
