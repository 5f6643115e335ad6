import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
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
  MailWarning,
  MessageCircle,
} from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import type { TodayClient, Today as TodayData, TodayItem } from '#shared/contract/today.ts';
import { isLargeFirm } from '#shared/rules/client-load.ts';
import { countOf } from '#shared/rules/counted-words.ts';
import { londonParts } from '#shared/rules/london.ts';
import type { OpenKind } from '#shared/rules/open-kinds.ts';
import { sayDue } from '#shared/rules/open-work.ts';
import type { TaskStatus } from '#shared/rules/tasks.ts';
import { clientPath, paths } from '../../lib/navigation/paths.ts';
import { usePlaceState } from '../../lib/navigation/place-state.ts';
import { queryClient, read } from '../../lib/query/query.ts';
import { useDeferredReady } from '../../lib/screen/idle.ts';
import { notify } from '../../lib/screen/notify.ts';
import { useFocusFallback } from '../../lib/screen/use-focus-fallback.ts';
import { readKept } from '../../lib/storage/storage.ts';
import { useMe } from '../../parts/account/me.ts';
import { useReach } from '../../parts/account/reach.ts';
import { readStats, useIsLargeFirm } from '../../parts/client/clients.ts';
import { placeOfOpen } from '../../parts/client/open-place.ts';
import { neighbourOf, Reply } from '../../parts/message/reply.tsx';
import { useStoredChoice } from '../../parts/stored-choice.ts';
import { STATUS_SET, setTaskDone } from '../../parts/task/pending-tasks.ts';
import { ErrorState, Skeletons } from '../../ui/eager/state.tsx';
import { ActionButton } from '../../ui/feedback/action-button.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { RelativeTime } from '../../ui/text/relative-time.tsx';
import { Words } from '../../ui/text/words.tsx';

/** Number of clients that are shown at first. */
const SHOWN_AT_FIRST = 5;

const WHOLE_FIRM = 'today-whole-firm';

const todayQuery = (isWhole: boolean) => read('GET /api/today', isWhole ? { query: { all: 'true' } } : {});

/** Loads the list that is shown first: of the whole firm if the admin chose that in this browser and it is not large. */
export async function loadToday() {
  const wantsWhole = readKept(WHOLE_FIRM) === 'yes';
  const stats = wantsWhole ? await readStats() : undefined;
  await queryClient.prefetchQuery(todayQuery(wantsWhole && !(stats && isLargeFirm(stats))));
}

/** Decides whose list is shown. */
function useScope() {
  const { isAdmin } = useReach();
  const [choice, choose] = useStoredChoice(WHOLE_FIRM);
  const isLarge = useIsLargeFirm();
  const wantsWhole = isAdmin && choice === 'yes';
  return {
    isAdmin,
    isLarge,
    isWhole: wantsWhole && isLarge === false,
    isKnown: !wantsWhole || isLarge !== undefined,
    choose,
  };
}

/** Returns true once the first list was read or failed, so that what is below it stays in place. */
export function useTodayShown(): boolean {
  const { isPending } = useQuery({ ...todayQuery(useScope().isWhole), enabled: false });
  const isReady = useDeferredReady(!isPending);
  const [isShown, setShown] = useState(isReady);
  if (isReady && !isShown) setShown(true);
  return isShown;
}

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

const ICONS: Readonly<Partial<Record<OpenKind, LucideIcon>>> = {
  help: LifeBuoy,
  meeting: CalendarDays,
  message: MessageCircle,
  review: ClipboardCheck,
  chase: Landmark,
  bounced: MailWarning,
  file: FileText,
};

/** Returns since when somebody waits, or how late it is. */
function When({ kind, since, due }: TodayItem) {
  if (kind === 'meeting') return 'Meeting today';
  if (kind === 'task' || kind === 'chase') return due && sayDue(due, londonParts(new Date()).date);
  return since && <RelativeTime value={since} />;
}

interface ItemProps {
  item: TodayItem;
  client: TodayClient;
  onReply: (isOpen: boolean) => void;
}

/** Kinds that are answered in Today. The text of all others leads to their place. */
const ANSWERED: readonly OpenKind[] = ['help', 'message', 'task'];

function Act({ item: { kind, ref, text, status }, client: { clientId, clientName }, onReply }: ItemProps) {
  if (!ANSWERED.includes(kind)) return null;
  if (kind === 'task') return ref && status && <MarkComplete id={ref} title={text} status={status} />;
  return <Reply clientId={clientId} clientName={clientName} onOpenChange={onReply} />;
}

const ItemLink = chakra(Link, {
  base: {
    // 24 px is the smallest target that WCAG 2.5.8 allows.
    display: 'inline-block',
    minH: '6',
    borderRadius: 'l1',
    textDecoration: 'underline',
    textUnderlineOffset: '3px',
    textDecorationColor: 'border.emphasized',
    _hover: { color: 'brand.fg' },
  },
});

function Item(props: ItemProps) {
  const { item, client } = props;
  const Icon = ICONS[item.kind] ?? ListTodo;
  const text = <Words>{item.text}</Words>;
  return (
    <Flex as="li" tabIndex={-1} gap="2.5" align="start">
      <Box pt="0.5" color="fg.muted">
        <Icon size={17} aria-hidden />
      </Box>
      <Flex flex="1" minW="0" columnGap="4" rowGap="1" wrap="wrap" justify="space-between" align="start">
        <Text textStyle="sm" minW="0" flex="1 1 12rem" overflowWrap="anywhere">
          {ANSWERED.includes(item.kind) ? text : <ItemLink to={placeOfOpen(client.clientId, item)}>{text}</ItemLink>}{' '}
          <chakra.span color="fg.muted" whiteSpace="nowrap">
            <When {...item} />
          </chakra.span>
        </Text>
        <Act {...props} />
      </Flex>
    </Flex>
  );
}

const ClientLink = chakra(Link, {
  base: { fontWeight: 'medium', borderRadius: 'l1', _hover: { textDecoration: 'underline' } },
});

interface RowProps {
  client: TodayClient;
  namesAdviser: boolean;
  onReply: (isOpen: boolean) => void;
}

function Row({ client, namesAdviser, onReply }: RowProps) {
  const { clientId, clientName, adviserName, items, more } = client;
  const [first] = items;
  return (
    <Grid
      as="li"
      tabIndex={-1}
      templateColumns={{ base: '1fr', md: '14rem 1fr' }}
      columnGap="4"
      rowGap="1"
      py="2"
      borderTopWidth="1px"
      borderColor="border.muted"
    >
      <Box minW="0">
        <ClientLink to={first ? placeOfOpen(clientId, first) : clientPath(clientId)} data-row-link>
          <Words>{clientName}</Words>
        </ClientLink>
        {namesAdviser && (
          <Text textStyle="xs" color="fg.muted">
            <Words>{adviserName}</Words>
          </Text>
        )}
      </Box>
      <Flex as="ul" listStyleType="none" direction="column" gap="1.5" minW="0">
        {items.map((item) => (
          <Item key={`${item.kind} ${item.ref}`} item={item} client={client} onReply={onReply} />
        ))}
        {more > 0 && (
          <li>
            <Text textStyle="sm" color="fg.muted" ps="6">{`and ${more} more`}</Text>
          </li>
        )}
      </Flex>
    </Grid>
  );
}

/** Keeps the client with the open reply as it is: opening the reply marks its messages as read. */
function useKept(clients: readonly TodayClient[]) {
  const [kept, setKept] = useState<{ client: TodayClient; at: number }>();
  const others = kept ? clients.filter(({ clientId }) => clientId !== kept.client.clientId) : clients;
  const shown = kept ? others.toSpliced(kept.at, 0, kept.client) : clients;
  const keep = (client: TodayClient, isOpen: boolean) =>
    setKept(isOpen ? { client, at: shown.indexOf(client) } : undefined);
  return { shown, keep };
}

function Rows({ clients, more, isWhole, namesAdviser }: TodayData & { isWhole: boolean; namesAdviser: boolean }) {
  const { shown, keep } = useKept(clients);
  const [isUnfolded, setUnfolded] = usePlaceState('today', false);
  const list = useRef<HTMLUListElement>(null);
  const toggle = () => {
    flushSync(() => setUnfolded(!isUnfolded));
    if (isUnfolded) return;
    const firstHidden = list.current?.children[SHOWN_AT_FIRST];
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
        {shown.slice(0, isUnfolded ? undefined : SHOWN_AT_FIRST).map((client) => (
          <Row
            key={client.clientId}
            client={client}
            namesAdviser={namesAdviser}
            onReply={(isOpen) => keep(client, isOpen)}
          />
        ))}
      </chakra.ul>
      {shown.length > SHOWN_AT_FIRST && (
        <Button size="sm" variant="plain" px="0" color="brand.fg" aria-expanded={isUnfolded} onClick={toggle}>
          {isUnfolded ? 'Show Fewer' : `Show ${more > 0 ? 'the First' : 'All'} ${shown.length}`}
        </Button>
      )}
      {isUnfolded && more > 0 && (
        <Text textStyle="sm" color="fg.muted">{`${countOf(more, 'more client')} when these are done.`}</Text>
      )}
    </>
  );
}

interface WholeFirmProps {
  isOn: boolean;
  isLarge: boolean | undefined;
  onChange: (isOn: boolean) => void;
}

/** Switches to the whole firm. In a large firm, leads to the numbers of each adviser instead. */
function WholeFirm({ isOn, isLarge, onChange }: WholeFirmProps) {
  if (isLarge)
    return (
      <Button asChild {...BUTTON}>
        <Link to={paths.figures}>Load of Each Adviser</Link>
      </Button>
    );
  return (
    <Button {...BUTTON} aria-pressed={isOn} variant={isOn ? 'subtle' : 'outline'} onClick={() => onChange(!isOn)}>
      Whole Firm
    </Button>
  );
}

/** Lists what waits for this adviser now, and those whom they work with. Admins can see the whole firm. */
export function TodayPanel() {
  const { isAdmin, isLarge, isWhole, isKnown, choose } = useScope();
  const worksWithOthers = useMe().works !== undefined;
  const { data, error, refetch } = useQuery({ ...todayQuery(isWhole), enabled: isKnown });
  const isReady = useDeferredReady(data !== undefined);
  return (
    <Panel
      title="Today"
      tabIndex={-1}
      mb="6"
      actions={
        isAdmin && <WholeFirm isOn={isWhole} isLarge={isLarge} onChange={(isOn) => choose(isOn ? 'yes' : 'no')} />
      }
    >
      {data && isReady ? (
        <Rows {...data} isWhole={isWhole} namesAdviser={isWhole || worksWithOthers} />
      ) : error ? (
        <ErrorState title="Today’s list could not be loaded" error={error} onRetry={refetch} />
      ) : (
        <Box role="status" aria-label="Loading today’s list...">
          <Skeletons count={SHOWN_AT_FIRST} height="14" mb="2" />
        </Box>
      )}
    </Panel>
  );
}
