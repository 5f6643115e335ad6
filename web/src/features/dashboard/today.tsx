import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useMutation, useQuery } from '@tanstack/react-query';
import {
  CalendarDays,
  Check,
  ClipboardCheck,
  FileText,
  Landmark,
  LifeBuoy,
  ListTodo,
  type LucideIcon,
  MessageCircle,
} from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import type { Today as TodayData, TodayRow } from '#shared/contract/today.ts';
import { dueGrouping } from '#shared/rules/due.ts';
import { anchorOf } from '#shared/rules/notices.ts';
import type { TaskStatus } from '#shared/rules/tasks.ts';
import { TODAY_SHOWN, type TodayKind } from '#shared/rules/today.ts';
import { clientPath } from '../../lib/navigation/paths.ts';
import { usePlaceState } from '../../lib/navigation/place-state.ts';
import { read } from '../../lib/query/query.ts';
import { notify } from '../../lib/screen/notify.ts';
import { useFocusFallback } from '../../lib/screen/use-focus-fallback.ts';
import { readKept } from '../../lib/storage/storage.ts';
import { useMe } from '../../parts/account/me.ts';
import { neighbourOf, Reply } from '../../parts/message/reply.tsx';
import { DueBadge } from '../../parts/status/status-badges.tsx';
import { useStoredChoice } from '../../parts/stored-choice.ts';
import { STATUS_SET, setTaskDone } from '../../parts/task/pending-tasks.ts';
import { ErrorState, Skeletons } from '../../ui/eager/state.tsx';
import { ActionButton } from '../../ui/feedback/action-button.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { RelativeTime } from '../../ui/text/relative-time.tsx';
import { Words } from '../../ui/text/words.tsx';

const WHOLE_FIRM = 'today-whole-firm';

const todayQuery = (isWhole: boolean) => read('GET /api/today', isWhole ? { query: { all: 'true' } } : {});

/** Query that the page loads first: of the whole firm if the admin chose that in this browser. */
export const firstTodayQuery = () => todayQuery(readKept(WHOLE_FIRM) === 'yes');

/** Returns true once the first list was read or failed, so that what is below it stays in place. */
export function useTodayShown(): boolean {
  const [query] = useState(firstTodayQuery);
  const { isPending } = useQuery({ ...query, enabled: false });
  const [isShown, setShown] = useState(!isPending);
  if (!isPending && !isShown) setShown(true);
  return isShown;
}

const HASHES: Readonly<Record<TodayKind, (ref: string) => string>> = {
  help: () => 'messages',
  meeting: anchorOf.stages,
  task: anchorOf.tasks,
  message: () => 'messages',
  request: () => 'requests',
  loa: anchorOf.loas,
  document: () => 'documents',
};

const placeOf = ({ kind, clientId, ref }: TodayRow) => `${clientPath(clientId)}#${HASHES[kind](ref ?? '')}`;

const BUTTON = { size: 'xs', variant: 'outline', colorPalette: 'gray' } as const;

function MarkComplete({ id, title, status: before }: { id: string; title: string; status: TaskStatus }) {
  const { mutateAsync } = useMutation(setTaskDone);
  const set = (status: TaskStatus) => mutateAsync({ params: { id }, body: { status } });
  const complete = async () => {
    await set('completed');
    const onClick = () => void set(before).catch(() => undefined);
    notify({ ...STATUS_SET, action: { label: 'Undo', onClick } });
  };
  return (
    <ActionButton
      ref={useFocusFallback<HTMLButtonElement>(neighbourOf)}
      {...BUTTON}
      aria-label={`Mark Complete: ${title}`}
      busyLabel="Saving..."
      onAction={complete}
    >
      <Check aria-hidden />
      Mark Complete
    </ActionButton>
  );
}

const open = (what: string) => (row: TodayRow) => (
  <Button asChild {...BUTTON}>
    <Link to={placeOf(row)} aria-label={`Open ${what} of ${row.clientName}`}>
      Open
    </Link>
  </Button>
);

interface Look {
  icon: LucideIcon;
  since: (row: TodayRow) => ReactNode;
  act: (row: TodayRow, onReply: (isOpen: boolean) => void) => ReactNode;
}

const since = (row: TodayRow) => <RelativeTime value={row.since} />;
const reply = ({ clientId, clientName }: TodayRow, onReply: (isOpen: boolean) => void) => (
  <Reply clientId={clientId} clientName={clientName} onOpenChange={onReply} />
);
const due = (day: string | null) => (dueGrouping(new Date())(day) === 'Today' ? 'Due today' : <DueBadge due={day} />);
const LOOKS: Readonly<Record<TodayKind, Look>> = {
  help: { icon: LifeBuoy, since, act: reply },
  meeting: { icon: CalendarDays, since: () => 'Meeting today', act: open('Meeting') },
  task: {
    icon: ListTodo,
    since: ({ dueDate }) => due(dueDate),
    act: ({ ref, text, status }) => ref && status && <MarkComplete id={ref} title={text} status={status} />,
  },
  message: { icon: MessageCircle, since, act: reply },
  request: { icon: ClipboardCheck, since, act: open('Requests') },
  loa: { icon: Landmark, since: ({ since: day }) => due(day), act: open('Letter of Authority') },
  document: { icon: FileText, since, act: open('Files') },
};

const ClientLink = chakra(Link, {
  base: { fontWeight: 'medium', borderRadius: 'l1', _hover: { textDecoration: 'underline' } },
});

interface RowProps {
  row: TodayRow;
  isWhole: boolean;
  onReply: (isOpen: boolean) => void;
}

function Row({ row, isWhole, onReply }: RowProps) {
  const { icon: Icon, ...look } = LOOKS[row.kind];
  return (
    <Flex as="li" tabIndex={-1} gap="3" py="2" borderTopWidth="1px" borderColor="border.muted" align="start">
      <Box pt="0.5" color="fg.muted">
        <Icon size={17} aria-hidden />
      </Box>
      <Flex flex="1" minW="0" columnGap="4" rowGap="1" wrap="wrap" justify="space-between" align="start">
        <Box minW="0" flex="1 1 14rem">
          <ClientLink to={placeOf(row)} data-row-link>
            <Words>{row.clientName}</Words>
          </ClientLink>
          <Text textStyle="sm" overflowWrap="anywhere">
            <Words>{row.text}</Words>
          </Text>
          <Text as="div" textStyle="xs" color="fg.muted">
            {look.since(row)}
            {isWhole && <span>{` · ${row.adviserName}`}</span>}
          </Text>
        </Box>
        {look.act(row, onReply)}
      </Flex>
    </Flex>
  );
}

const keyOf = ({ kind, clientId, ref }: TodayRow) => `${kind} ${clientId} ${ref}`;

/** Keeps the row with the open reply in its place: opening the reply marks its messages as read. */
function useKept(rows: readonly TodayRow[]) {
  const [kept, setKept] = useState<{ row: TodayRow; at: number }>();
  const isGone = kept && !rows.some((row) => keyOf(row) === keyOf(kept.row));
  const shown = isGone ? rows.toSpliced(kept.at, 0, kept.row) : rows;
  const keep = (row: TodayRow, isOpen: boolean) => setKept(isOpen ? { row, at: shown.indexOf(row) } : undefined);
  return { shown, keep };
}

function Rows({ rows, more, isWhole }: TodayData & { isWhole: boolean }) {
  const { shown, keep } = useKept(rows);
  const [isUnfolded, setUnfolded] = usePlaceState('today', false);
  const list = useRef<HTMLUListElement>(null);
  const toggle = () => {
    flushSync(() => setUnfolded(!isUnfolded));
    if (isUnfolded) return;
    const firstHidden = list.current?.children[TODAY_SHOWN];
    if (firstHidden instanceof HTMLElement) firstHidden.focus();
  };
  if (shown.length === 0)
    return (
      <Text color="fg.muted" pb="1">
        {isWhole ? 'Nothing is waiting for your firm today.' : 'Nothing is waiting for you today.'}
      </Text>
    );
  return (
    <>
      <chakra.ul ref={list} listStyleType="none">
        {shown.slice(0, isUnfolded ? undefined : TODAY_SHOWN).map((row) => (
          <Row key={keyOf(row)} row={row} isWhole={isWhole} onReply={(isOpen) => keep(row, isOpen)} />
        ))}
      </chakra.ul>
      {shown.length > TODAY_SHOWN && (
        <Button size="sm" variant="plain" px="0" color="brand.fg" aria-expanded={isUnfolded} onClick={toggle}>
          {isUnfolded ? 'Show Fewer' : `Show ${more > 0 ? 'the First' : 'All'} ${shown.length}`}
        </Button>
      )}
      {isUnfolded && more > 0 && <Text textStyle="sm" color="fg.muted">{`${more} more come as these are done.`}</Text>}
    </>
  );
}

function WholeFirm({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <Button {...BUTTON} aria-pressed={isOn} variant={isOn ? 'subtle' : 'outline'} onClick={() => onChange(!isOn)}>
      Whole Firm
    </Button>
  );
}

/** Lists what waits for this adviser now, most urgent first. Admins can see the whole firm. */
export function Today() {
  const isAdmin = useMe().role === 'admin';
  const [choice, choose] = useStoredChoice(WHOLE_FIRM);
  const isWhole = isAdmin && choice === 'yes';
  const { data, error, refetch } = useQuery(todayQuery(isWhole));
  return (
    <Panel
      title="Today"
      tabIndex={-1}
      mb="6"
      actions={isAdmin && <WholeFirm isOn={isWhole} onChange={(isOn) => choose(isOn ? 'yes' : 'no')} />}
    >
      {data ? (
        <Rows {...data} isWhole={isWhole} />
      ) : error ? (
        <ErrorState title="Today’s list could not be loaded" error={error} onRetry={refetch} />
      ) : (
        <Box role="status" aria-label="Loading today’s list...">
          <Skeletons count={TODAY_SHOWN} height="14" mb="2" />
        </Box>
      )}
    </Panel>
  );
}
