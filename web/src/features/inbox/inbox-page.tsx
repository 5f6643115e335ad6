import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Center } from '@chakra-ui/react/center';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { type InfiniteData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { Building2, CheckCheck, Inbox, MailCheck } from 'lucide-react';
import { useId, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import { noticePlaceOf } from '#shared/audit-log/notice-places.ts';
import type { Notice } from '#shared/contract/notifications.ts';
import { MAX_READ_NOTICES } from '#shared/rules/limits.ts';
import { errorToast } from '../../lib/http/failure.ts';
import { clientPath, paths } from '../../lib/navigation/paths.ts';
import { type ListPart, readPages } from '../../lib/query/pages.ts';
import { queryClient } from '../../lib/query/query.ts';
import { unreadQuery, useUnread } from '../../parts/account/me.ts';
import { List } from '../../parts/list/list.tsx';
import { ListPage } from '../../parts/list/list-page.tsx';
import { adviserChange, optimistic } from '../../parts/refreshes.ts';
import { EmptyState, Skeletons } from '../../ui/eager/state.tsx';
import { ActionButton } from '../../ui/feedback/action-button.tsx';
import { EarlierButton } from '../../ui/feedback/earlier-button.tsx';
import { EDGE } from '../../ui/layout/edge.ts';
import { Sheet } from '../../ui/layout/sheet.tsx';
import { Views } from '../../ui/layout/views.tsx';
import { Avatar } from '../../ui/text/avatar.tsx';
import { Words } from '../../ui/text/words.tsx';
import { NoticeItem, type RowNotices } from './notice-item.tsx';

/** Reads the adviser's notices, newest first: the unread ones or all. */
const noticesQuery = (all: boolean) =>
  readPages('GET /api/notifications', 'next', { query: all ? {} : { unread: 'true' } });

const markRead = adviserChange('POST /api/notifications/read', { failure: errorToast('Failed to mark as read') });

/** Marks notices as read, with an optimistic update of the list. */
const markShownRead = (all: boolean) =>
  optimistic(markRead, noticesQuery(all), (data: InfiniteData<ListPart<Notice>>, { ids = [], upTo = '' }) => {
    const marked = (notice: Notice) =>
      ids.includes(notice.id) || notice.id <= upTo ? { ...notice, read: true } : notice;
    return { ...data, pages: data.pages.map((page) => ({ ...page, items: page.items.map(marked) })) };
  });

const ClientLink = chakra(Link, { base: { borderRadius: 'l1', _hover: { textDecoration: 'underline' } } });

/** Avatar of the client, or an icon for the firm. */
const Face = ({ clientId, clientName }: Notice) =>
  clientId === null ? (
    <Center boxSize="8" flexShrink="0" borderRadius="full" bg="bg.muted" color="fg.muted">
      <Building2 size={18} aria-hidden />
    </Center>
  ) : (
    <Avatar name={clientName ?? ''} size="8" />
  );

const Name = ({ clientId, clientName }: Notice) =>
  clientId === null ? (
    <span>The firm</span>
  ) : (
    <ClientLink to={clientPath(clientId)}>
      <Words>{clientName}</Words>
    </ClientLink>
  );

/** Groups the unread messages of a client into one row, and the read ones into another. */
const rowsOf = (notices: readonly Notice[]) =>
  [
    ...Map.groupBy(notices, ({ id, kind, read }) => (kind === 'message' ? `messages, read: ${read}` : id)).values(),
  ] as unknown as RowNotices[];

const idsOf = (notices: readonly Notice[]) => notices.map(({ id }) => id);

const isInThread = (notice: Notice) => noticePlaceOf(notice) === 'messages';

interface GroupProps {
  notices: readonly Notice[];
  /** True if earlier notices are not loaded, so that counts are minimums. */
  hasMore: boolean;
  onMark: (ids: string[]) => Promise<unknown>;
}

function Group({ notices, hasMore, onMark }: GroupProps) {
  const title = useId();
  const [newest] = notices;
  const unread = notices.filter(({ read }) => !read);
  const rows = rowsOf(notices);
  // The first only, because all rows would open the same conversation.
  const replyRow = rows.find(([notice]) => isInThread(notice));
  const answered = idsOf(unread.filter(isInThread));
  // A toast reports a failure.
  const markAnswered = () => void onMark(answered).catch(() => undefined);
  if (!newest) return null;
  return (
    <Sheet as="section" aria-labelledby={title} tabIndex={-1} px={{ base: EDGE, md: '5' }} pt="3" pb="1">
      <Flex align="center" gap="3" mb="2.5">
        <Face {...newest} />
        <chakra.h2 id={title} flex="1" minW="0" textStyle="lg" lineHeight="shorter">
          <Name {...newest} />
        </chakra.h2>
      </Flex>
      <Box as="ul" listStyleType="none">
        {rows.map((row) => (
          <NoticeItem
            key={row[0].id}
            notices={row}
            hasMore={hasMore}
            onMark={() => onMark(idsOf(row))}
            onReplied={row === replyRow ? markAnswered : undefined}
          />
        ))}
      </Box>
    </Sheet>
  );
}

/** Groups notices by client, latest activity first. */
const NoticeGroups = ({ notices, ...group }: GroupProps) => (
  <Grid gap="4" templateColumns="minmax(0, 1fr)">
    {[...Map.groupBy(notices, ({ clientId }) => clientId)].map(([clientId, ofClient]) => (
      <Group key={clientId} notices={ofClient} {...group} />
    ))}
  </Grid>
);

export const loader = () => queryClient.prefetchInfiniteQuery(noticesQuery(false));

const WHAT_COMES = 'Messages, uploads, completed tasks, requests for help and providers to chase appear here.';

const ALL = `${paths.inbox}?show=all`;

const Filter = ({ all }: { all: boolean }) => (
  <Views
    label="Which notifications"
    views={[
      { label: 'Unread', to: paths.inbox, current: !all },
      { label: 'All', to: ALL, current: all },
    ]}
  />
);

function Nothing({ all }: { all: boolean }) {
  const { data: unread } = useQuery(unreadQuery);
  if (all || unread?.latest === null)
    return (
      <EmptyState icon={Inbox} title="No notifications yet">
        <Text maxW="md">{WHAT_COMES}</Text>
      </EmptyState>
    );
  return (
    <EmptyState icon={MailCheck} title="You have read everything">
      <Text maxW="md">{WHAT_COMES}</Text>
      <Button asChild mt="2" size="sm" variant="outline">
        <Link to={ALL}>Show All</Link>
      </Button>
    </EmptyState>
  );
}

function NoticeList({ all }: { all: boolean }) {
  const list = useInfiniteQuery(noticesQuery(all));
  const { mutateAsync } = useMutation(markShownRead(all));
  const box = useRef<HTMLDivElement>(null);
  const last = useRef<HTMLElement>(null);
  const showEarlier = () => {
    last.current = box.current?.querySelector<HTMLElement>('section:last-child li:last-child') ?? null;
    return list.fetchNextPage();
  };
  // In batches, as the server limits the ids of a request.
  const mark = async (ids: string[]) => {
    for (let from = 0; from < ids.length; from += MAX_READ_NOTICES)
      await mutateAsync({ body: { ids: ids.slice(from, from + MAX_READ_NOTICES) } });
  };
  return (
    <List
      list={list}
      rows={list.data}
      failure="Your inbox could not be loaded"
      loading={<Skeletons count={3} height="9.5rem" mb="4" />}
      noneFound={<Nothing all={all} />}
    >
      {(notices) => (
        <Box ref={box}>
          <NoticeGroups notices={notices} hasMore={list.hasNextPage} onMark={mark} />
          {list.hasNextPage && (
            <Box mt="4">
              <EarlierButton
                key={notices.length}
                noun="notifications"
                list={list}
                onShow={showEarlier}
                next={() => last.current}
              />
            </Box>
          )}
        </Box>
      )}
    </List>
  );
}

/** Marks all notices up to the newest on screen as read. Newer ones stay unread. */
function MarkAllRead({ all }: { all: boolean }) {
  const count = useUnread();
  const { data: newest } = useInfiniteQuery({ ...noticesQuery(all), select: ({ pages }) => pages[0]?.items[0]?.id });
  const { mutateAsync } = useMutation(markShownRead(all));
  if (count === 0 || newest === undefined) return null;
  return (
    <ActionButton
      variant="outline"
      colorPalette="gray"
      bg="bg.surface"
      size="sm"
      onAction={() => mutateAsync({ body: { upTo: newest } })}
      busyLabel="Marking..."
    >
      <CheckCheck aria-hidden />
      Mark All as Read
    </ActionButton>
  );
}

export function Component() {
  const all = useSearchParams()[0].get('show') === 'all';
  return (
    <ListPage title="Inbox" label="Notifications">
      <Flex justify="space-between" align="center" gap="3" mb="4" minH="10" wrap="wrap">
        <Filter all={all} />
        <MarkAllRead all={all} />
      </Flex>
      <NoticeList key={String(all)} all={all} />
      <Text mt="6" textStyle="sm" color="fg.muted">
        You also get some of this by email.{' '}
        <chakra.span color="brand.fg" textDecoration="underline">
          <Link to={paths.account}>Email settings</Link>
        </chakra.span>
      </Text>
    </ListPage>
  );
}
