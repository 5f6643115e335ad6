import { Suspense, useEffect } from 'react';
import { Outlet } from 'react-router';
import { queryClient } from '../../lib/query/query.ts';
import { keepDrafts } from '../../lib/storage/drafts.ts';
import { ConfirmIdentity } from '../../parts/account/confirm-identity.tsx';
import { useMe } from '../../parts/account/me.ts';
import { unreadQuery } from '../../parts/notices.ts';
import { useFirmName } from '../../parts/settings.ts';
import { useTabsAgree } from '../../parts/use-tabs-agree.ts';
import { PageLoading } from '../../ui/feedback/state.tsx';
import { DraftOwner } from '../../ui/form/draft.ts';
import { SkipLink } from '../../ui/layout/skip-link.tsx';
import { TitleContext } from '../../ui/layout/title.tsx';
import { Content } from '../frame/content.tsx';
import { Header } from '../frame/header.tsx';
import { inShort } from '../frame/navigation.tsx';
import { PendingBar } from '../frame/pending-bar.tsx';
import { usePrefetch } from '../frame/prefetch.ts';
import { Shortcuts } from '../shortcuts/shortcuts.tsx';
import { useNews } from './use-news.ts';
import { useEnrolmentDue, useLogout, useSessionLost } from './use-session-end.ts';

/** Reads ahead what the frame is opened with. */
export const readAhead = () => queryClient.prefetchQuery(unreadQuery);

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
