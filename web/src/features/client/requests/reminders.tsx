import { Button, type ButtonProps } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import type { FullClient } from '#shared/contract/clients.ts';
import type { Reminders } from '#shared/contract/reminders.ts';
import { countOf } from '#shared/rules/counted-words.ts';
import { londonParts } from '#shared/rules/london.ts';
import { type HoldReason, refusalByHand } from '#shared/rules/reminders.ts';
import { sayDayAndMonth, sayWeekday } from '#shared/rules/say-date.ts';
import { useFocusFallback } from '../../../lib/screen/use-focus-fallback.ts';
import { sendReminder } from '../../../parts/request/request-changes.ts';
import { DialogButton, lazyDialog } from '../../../ui/eager/lazy-dialog.tsx';
import { Skeletons } from '../../../ui/eager/state.tsx';
import { ActionButton } from '../../../ui/feedback/action-button.tsx';
import { GHOST_MARGIN } from '../../../ui/layout/edge.ts';
import { useClient } from '../client-context.ts';
import { changeClientReminders, clientRemindersQuery, pauseOf } from './queries.ts';

const RemindersDialog = lazyDialog(async () => ({ default: (await import('./request-dialogs.tsx')).RemindersDialog }));

const londonDate = (moment: Date) => londonParts(moment).date;

/** Reasons that only an act or a date ends. For the others, the line shows the next reminder. */
const WHY_NOT: Readonly<Partial<Record<HoldReason, (reminders: Reminders) => string>>> = {
  off: ({ disabled, until }) => {
    const off = disabled ? 'off for this client' : 'off for the firm';
    return until ? `${off}, paused until ${sayDayAndMonth(until)}` : off;
  },
  nothing: () => 'none: nothing is open',
  completed: () => 'none: the journey is completed',
  suspended: () => 'none: the portal is suspended',
  undelivered: () => 'none: mail to this address was not delivered',
  paused: ({ until }) => (until ? `paused until ${sayDayAndMonth(until)}` : 'paused'),
  silent: ({ sinceVisit }) =>
    `none: ${sinceVisit} ${sinceVisit === 1 ? 'was' : 'were'} sent and the page was not opened. Phone?`,
};

/** Text if no reminder leaves within 60 days, although nothing forbids it. */
function withoutNext({ why, until }: Reminders): string {
  if (why !== 'waiting') return 'none in the next 60 days';
  return until ? `none before ${sayDayAndMonth(until)}` : 'none: no more are planned';
}

function textOf(reminders: Reminders): string {
  const { stoppedAt, plannedAt, why, next, about } = reminders;
  if (plannedAt) return `one leaves at ${londonParts(new Date(plannedAt)).time}`;
  if (stoppedAt) return `stopped by the client on ${sayDayAndMonth(stoppedAt)}`;
  const whyNot = why && WHY_NOT[why];
  if (whyNot) return whyNot(reminders);
  if (!next) return withoutNext(reminders);
  return `next on ${sayWeekday(next)} ${sayDayAndMonth(next)}, about ${countOf(about.length, 'thing')}`;
}

/** Returns true if the server would send a reminder now. */
function canSend(reminders: Reminders, { completed, portalSuspended, mailProblem }: FullClient): boolean {
  const facts = {
    things: reminders.about,
    completed,
    suspended: portalSuspended,
    undelivered: mailProblem !== null,
    stopped: reminders.stoppedAt !== null,
    pausedUntil: pauseOf(reminders) ?? undefined,
    planned: reminders.plannedAt !== null,
    lastOn: reminders.lastOn ?? undefined,
  };
  return refusalByHand(facts, londonDate(new Date())) === undefined;
}

const BUTTON_STYLE = { size: 'xs', variant: 'ghost' } as const satisfies ButtonProps;

/** Button that is hidden once it has done its work. The panel then takes the focus. */
const LeavingButton = (props: ComponentProps<typeof ActionButton>) => (
  <ActionButton ref={useFocusFallback()} {...BUTTON_STYLE} {...props} />
);

/** Hidden once pressed, as a client gets at most one reminder a day. */
function SendNow({ clientId }: { clientId: string }) {
  const { mutateAsync, isSuccess } = useMutation(sendReminder);
  if (isSuccess) return null;
  return (
    <LeavingButton onAction={() => mutateAsync({ params: { id: clientId } })} busyLabel="Sending...">
      Send One Now
    </LeavingButton>
  );
}

function EndPause({ clientId }: { clientId: string }) {
  const { mutateAsync } = useMutation(changeClientReminders);
  return (
    <LeavingButton
      onAction={() => mutateAsync({ params: { id: clientId }, body: { pausedUntil: null } })}
      busyLabel="Saving..."
    >
      End Pause
    </LeavingButton>
  );
}

const Actions = ({ reminders, client }: { reminders: Reminders; client: FullClient }) => (
  <Flex gap="1" wrap="wrap" justify="end" me={GHOST_MARGIN} ms="auto">
    {canSend(reminders, client) && <SendNow clientId={client.id} />}
    {pauseOf(reminders) !== null && <EndPause clientId={client.id} />}
    <DialogButton
      {...BUTTON_STYLE}
      colorPalette="gray"
      color="fg.muted"
      dialog={(state) => <RemindersDialog clientId={client.id} reminders={reminders} {...state} />}
    >
      <span>{reminders.state === 'off' || reminders.state === 'paused' ? 'Change Reminders' : 'Pause Until…'}</span>
    </DialogButton>
  </Flex>
);

function Line() {
  const { client } = useClient();
  const { data, error, refetch } = useQuery(clientRemindersQuery(client.id));
  if (!data && error)
    return (
      <>
        <span key="failed">The reminders could not be loaded</span>
        <Button {...BUTTON_STYLE} ms="auto" onClick={() => void refetch()}>
          Try Again
        </Button>
      </>
    );
  if (!data) return <Skeletons count={1} height="5" width="60%" />;
  return (
    <>
      <span>{`Reminders: ${textOf(data)}`}</span>
      {data.state !== 'stopped' && <Actions reminders={data} client={client} />}
    </>
  );
}

/** Line about the client's reminders. Its read starts once the panel is drawn, which does not wait for it. */
export const RemindersFoot = () => (
  <Flex
    align="center"
    columnGap="4"
    wrap="wrap"
    minH="8"
    mt="1"
    pt="1"
    mb="-2"
    borderTopWidth="1px"
    textStyle="sm"
    color="fg.muted"
  >
    <Line />
  </Flex>
);
