import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { CheckCheck, Inbox, MailCheck } from 'lucide-react';
import { useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import { paths } from '../../lib/navigation/paths.ts';
import { queryClient } from '../../lib/query/query.ts';
import { unreadQuery } from '../../parts/notices.ts';
import { ActionButton } from '../../ui/feedback/action-button.tsx';
import { EarlierButton } from '../../ui/feedback/earlier-button.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../ui/feedback/state.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Views } from '../../ui/layout/views.tsx';
import { NoticeGroups } from './notice-groups.tsx';
import { markShownRead, noticesQuery } from './queries.ts';

/** Reads ahead what this page is opened with. */
export const readAhead = () => queryClient.prefetchInfiniteQuery(noticesQuery(false));

const WHAT_COMES =
  'What your clients write, upload, finish or need help with comes here, and what else you should know.';

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

const Nothing = ({ all }: { all: boolean }) =>
  all ? (
    <EmptyState icon={Inbox} title="Nothing has come yet">
      <Text maxW="md">{WHAT_COMES}</Text>
    </EmptyState>
  ) : (
    <EmptyState icon={MailCheck} title="You have read everything">
      <Text maxW="md">{WHAT_COMES}</Text>
      <Button asChild mt="2" size="sm" variant="outline">
        <Link to={ALL}>Show All</Link>
      </Button>
    </EmptyState>
  );

function Notices({ all }: { all: boolean }) {
  const list = useInfiniteQuery(noticesQuery(all));
  const { mutateAsync } = useMutation(markShownRead(all));
  const box = useRef<HTMLDivElement>(null);
  const last = useRef<HTMLElement>(null);
  const showEarlier = () => {
    last.current = box.current?.querySelector<HTMLElement>('section:last-child li:last-child') ?? null;
    return list.fetchNextPage();
  };
  const { data, isPending, error, refetch } = list;
  if (isPending) return <Skeletons count={3} height="9.5rem" mb="4" />;
  if (!data) return <ErrorState title="Your inbox could not be loaded" error={error} onRetry={refetch} />;
  if (data.length === 0) return <Nothing all={all} />;
  return (
    <Box ref={box}>
      <NoticeGroups notices={data} onMark={(ids) => mutateAsync({ body: { ids } })} />
      {list.hasNextPage && (
        <Box mt="4">
          <EarlierButton
            key={data.length}
            what="notifications"
            thread={list}
            onShow={showEarlier}
            next={() => last.current}
          />
        </Box>
      )}
    </Box>
  );
}

/** Marks all read up to the newest that is on the screen: what came meanwhile stays unread. */
function MarkAllRead({ all }: { all: boolean }) {
  const { data: count = 0 } = useQuery({ ...unreadQuery, select: ({ count }) => count });
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

/** What happened that an adviser should know of, by client. */
export function Component() {
  const all = useSearchParams()[0].get('show') === 'all';
  return (
    <Page title="Inbox" subtitle="Client activity that needs you">
      <Box as="section" aria-label="Notifications" tabIndex={-1} maxW="4xl">
        <Flex justify="space-between" align="center" gap="3" mb="4" minH="10" wrap="wrap">
          <Filter all={all} />
          <MarkAllRead all={all} />
        </Flex>
        <Notices key={String(all)} all={all} />
        <Text mt="6" textStyle="sm" color="fg.muted">
          You also get some of this by email.{' '}
          <chakra.span color="brand.fg" textDecoration="underline">
            <Link to={paths.account}>Email settings</Link>
          </chakra.span>
        </Text>
      </Box>
    </Page>
  );
}
