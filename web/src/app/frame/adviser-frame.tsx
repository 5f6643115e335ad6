import { Box } from '@chakra-ui/react/box';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { Outlet, useLocation, useNavigation } from 'react-router';
import { londonParts } from '#shared/rules/london.ts';
import { MINUTE_MS } from '#shared/rules/time.ts';
import { DraftOwner, noteSession, staffOwner } from '../../lib/drafts/drafts.ts';
import { changedElsewhere, changedHere, notifyOtherTabs, type RemoteChange } from '../../lib/http/session-events.ts';
import { catchUp, mayShow, queryClient } from '../../lib/query/query.ts';
import { usePoll } from '../../lib/query/use-poll.ts';
import { ConfirmIdentity } from '../../parts/account/confirm-identity.tsx';
import { unreadQuery, unreadSince, useMe } from '../../parts/account/me.ts';
import { OtherAccount, useOtherAccount } from '../../parts/account/other-account.tsx';
import { catchUpWithOthers } from '../../parts/client/changed-clients.ts';
import { effectNamed, isOfClient } from '../../parts/refreshes.ts';
import { useFirmName } from '../../parts/settings.ts';
import { PageLoading } from '../../ui/eager/state.tsx';
import { TitleContext } from '../../ui/eager/title.tsx';
import { SkipLink } from '../../ui/layout/skip-link.tsx';
import { useEnrolmentDue, useLogout, useSessionLost } from '../session/use-session-end.ts';
import { Shortcuts } from '../shortcuts/shortcuts.tsx';
import { Header } from './header.tsx';
import { inShort } from './navigation.tsx';
import { usePrefetch } from './prefetch.ts';

const isSent = (value: unknown): value is { params?: object; clientId?: string; id?: string } =>
  typeof value === 'object' && value !== null;

/** Returns the client of a change: the first id sent, which is a client's or begins with one. */
function clientOf(sent: unknown): string | undefined {
  if (!isSent(sent)) return undefined;
  const [first = sent.clientId ?? sent.id]: unknown[] = Object.values(sent.params ?? {});
  return typeof first === 'string' ? first.split('.')[0] : undefined;
}

/** Changes of other tabs that this one has not read yet, without duplicates. */
const pendingChanges = new Map<string, RemoteChange>();

/** Refetches after changes of other tabs once this tab is visible. The next news retries failed reads. */
function refetchPending() {
  if (document.visibilityState !== 'visible') return;
  const changes = [...pendingChanges.values()];
  pendingChanges.clear();
  for (const { call, client = '' } of changes) catchUp(effectNamed(call), mayShow([client])).catch(() => undefined);
}

/** Refetches in all tabs of an account after a change in one, by the same rules as in the changed tab. */
function useTabSync(account: string) {
  useEffect(() => {
    const stops = [
      changedHere.on(({ call, sent }) => {
        const client = isOfClient(call) ? clientOf(sent) : undefined;
        notifyOtherTabs({ account, call, client });
      }),
      changedElsewhere.on((change) => {
        if (change.account !== account) return;
        pendingChanges.set(`${change.call} ${change.client}`, change);
        refetchPending();
      }),
    ];
    document.addEventListener('visibilitychange', refetchPending);
    return () => {
      for (const stop of stops) stop();
      document.removeEventListener('visibilitychange', refetchPending);
      pendingChanges.clear();
    };
  }, [account]);
}

/** Clocks of browsers differ. A minute after midnight here, the new day has most likely begun on the server too. */
const SKEW_MS = MINUTE_MS;

const serverDay = () => londonParts(new Date(Date.now() - SKEW_MS)).date;

/**
 * Polls for new notices and refetches the screen if there are any, or if a day began, as covers begin and end with it. A
 * failed refetch is retried by the next poll. Pauses while `leaving`. Returns the number of unread notices.
 */
function usePolledChanges(leaving: boolean): number {
  const { data } = useQuery(unreadQuery);
  // The last answer whose changes are on the screen.
  const known = useRef(data);
  const day = useRef(serverDay());
  useEffect(() => {
    known.current ??= data;
  }, [data]);
  usePoll(async () => {
    if (leaving) return;
    const answer = await queryClient.fetchQuery({ ...unreadSince(known.current?.position), staleTime: 0 });
    noteSession();
    const today = serverDay();
    const isNewDay = today !== day.current;
    if (answer.latest === known.current?.latest && !isNewDay) return;
    if (known.current !== undefined) await catchUpWithOthers(isNewDay ? null : answer.changed);
    known.current = answer;
    day.current = today;
  });
  return data?.count ?? 0;
}

/** Shows immediately that a link was followed while the next page loads. */
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

/** Page below the header. It takes the focus after navigation if the followed link is gone, for keyboard users. */
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

export function Component() {
  useEffect(noteSession, []);
  useEnrolmentDue();
  const { id } = useMe();
  useTabSync(id);
  usePrefetch();
  const session = useLogout();
  useSessionLost(session.busy);
  const other = useOtherAccount();
  const unread = usePolledChanges(session.busy || other !== undefined);
  const firm = useFirmName();
  const first = unread > 0 ? `(${inShort(unread)}) ` : '';
  if (other)
    return (
      <TitleContext value={{ first: '', firm }}>
        <OtherAccount other={other} />
      </TitleContext>
    );
  return (
    <TitleContext value={{ first, firm }}>
      <DraftOwner value={staffOwner(id)}>
        <SkipLink />
        <PendingBar />
        <Header {...session} />
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
