import { Box } from '@chakra-ui/react/box';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { Outlet, useLocation, useNavigation } from 'react-router';
import { changedElsewhere, changedHere, type Elsewhere, tellOtherTabs } from '../../lib/http/session-events.ts';
import { catchUp, queryClient } from '../../lib/query/query.ts';
import { usePoll } from '../../lib/query/use-poll.ts';
import { DraftOwner, keepDrafts } from '../../lib/storage/drafts.ts';
import { ConfirmIdentity } from '../../parts/account/confirm-identity.tsx';
import { unreadQuery, useMe } from '../../parts/account/me.ts';
import { effectNamed, isOfClient, NEWS } from '../../parts/refreshes.ts';
import { useFirmName } from '../../parts/settings.ts';
import { PageLoading } from '../../ui/eager/state.tsx';
import { TitleContext } from '../../ui/eager/title.tsx';
import { SkipLink } from '../../ui/layout/skip-link.tsx';
import { Header } from '../frame/header.tsx';
import { inShort } from '../frame/navigation.tsx';
import { usePrefetch } from '../frame/prefetch.ts';
import { Shortcuts } from '../shortcuts/shortcuts.tsx';
import { useEnrolmentDue, useLogout, useSessionLost } from './use-session-end.ts';

const isSent = (value: unknown): value is { params?: object; clientId?: string; id?: string } =>
  typeof value === 'object' && value !== null;

/** The client that a change was about, by the first id that was sent: a client's own, or one that begins with it. */
function clientOf(sent: unknown): string | undefined {
  if (!isSent(sent)) return undefined;
  const [first = sent.clientId ?? sent.id]: unknown[] = Object.values(sent.params ?? {});
  return typeof first === 'string' ? first.split('.')[0] : undefined;
}

/** What other tabs changed and this one has not read yet, once however often it was changed. */
const due = new Map<string, Elsewhere>();

/** Reads what is due, as soon as somebody can see the tab. What cannot be read is read with the next news. */
function readDue() {
  if (document.visibilityState !== 'visible') return;
  const changes = [...due.values()];
  due.clear();
  for (const { call, client } of changes) catchUp(effectNamed(call), client).catch(() => undefined);
}

/**
 * Has what an account changes in one tab of this browser read anew in its others, by the rule that changes follow in their own
 * tab: nothing that is typed, under way or in view is lost. Tabs of another account are left alone.
 */
function useTabsAgree(account: string) {
  useEffect(() => {
    const stops = [
      changedHere.on(({ call, sent }) => {
        const client = isOfClient(call) ? clientOf(sent) : undefined;
        tellOtherTabs({ account, call, client });
      }),
      changedElsewhere.on((change) => {
        if (change.account !== account) return;
        due.set(`${change.call} ${change.client}`, change);
        readDue();
      }),
    ];
    document.addEventListener('visibilitychange', readDue);
    return () => {
      for (const stop of stops) stop();
      document.removeEventListener('visibilitychange', readDue);
      due.clear();
    };
  }, [account]);
}

/**
 * Asks time and again whether there is something new, and reads what is on the screen anew where there is; what could not
 * be read is tried again with the next question. Nothing is asked of somebody who is `leaving`. Gives how many notices are
 * unread.
 */
function useNews(leaving: boolean): number {
  const { data } = useQuery(unreadQuery);
  const known = useRef(data?.latest);
  useEffect(() => {
    if (known.current === undefined) known.current = data?.latest;
  }, [data]);
  usePoll(async () => {
    if (leaving) return;
    const { latest } = await queryClient.fetchQuery({ ...unreadQuery, staleTime: 0 });
    if (known.current !== undefined && latest !== known.current) await catchUp(NEWS);
    known.current = latest;
  });
  return data?.count ?? 0;
}

/** Says at once that a click on a link was heard, while the next page is on its way. */
function PendingBar() {
  const { location: next } = useNavigation();
  const { pathname } = useLocation();
  if (!next || next.pathname === pathname) return null;
  return (
    <Box
      role="progressbar"
      aria-label="Loading page"
      data-screen-only
      position="fixed"
      insetX="0"
      top="0"
      height="3px"
      zIndex="max"
      overflow="hidden"
      bg="brand.emphasized"
    >
      <Box
        position="absolute"
        insetY="0"
        width="40%"
        bg="brand.solid"
        css={{ '--animate-from-x': '-40%', '--animate-to-x': '100%' }}
        animation="position 1.1s ease-in-out infinite"
        _motionReduce={{ insetX: '0', width: 'full', animationName: 'none' }}
      />
    </Box>
  );
}

/** The page below the header. It takes the focus if the control that led to the page is gone, so that keyboards go on there. */
function Content({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (document.activeElement === document.body) content.current?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <Box ref={content} tabIndex={-1} outline="none">
      {children}
    </Box>
  );
}

/** The frame of every screen for signed-in advisers: where one is, what waits, the theme, the way out. */
export function Component() {
  useEffect(() => void keepDrafts(), []);
  useEnrolmentDue();
  useTabsAgree(useMe().id);
  usePrefetch();
  const session = useLogout();
  useSessionLost(session.busy);
  const unread = useNews(session.busy);
  const firm = useFirmName();
  const first = unread > 0 ? `(${inShort(unread)}) ` : '';
  return (
    <TitleContext value={{ first, firm }}>
      <DraftOwner value={useMe().id}>
        <SkipLink />
        <PendingBar />
        <Header session={session} unread={unread} />
        <Content>
          <Suspense fallback={<PageLoading />}>
            <Outlet />
          </Suspense>
        </Content>
        <Shortcuts />
        <ConfirmIdentity />
      </DraftOwner>
    </TitleContext>
  );
}
