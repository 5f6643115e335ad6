import {
  createBrowserRouter,
  type LoaderFunctionArgs,
  Outlet,
  type RouteObject,
  ScrollRestoration,
  type ShouldRevalidateFunction,
} from 'react-router';
import { startPortal } from '../features/portal/portal-query.ts';
import { paths } from '../lib/navigation/paths.ts';
import { addressOfPlace } from '../lib/navigation/place.ts';
import { queryClient } from '../lib/query/query.ts';
import { unreadQuery } from '../parts/account/me.ts';
import { Toaster } from '../ui/feedback/toaster.tsx';
import { ADVISER_PAGES } from './frame/pages.ts';
import { RouteError } from './route-error.tsx';
import { requireAdmin, requireAdviser, requireEnrolling, skipLogin, whenSignedIn } from './session/guard.ts';

const Root = () => (
  <>
    <Outlet />
    <Toaster />
    <ScrollRestoration getKey={addressOfPlace} />
  </>
);

const portal = () => import('../features/portal/portal-page.tsx');

/** Runs loaders again for a new path only: filters and searches in the query do not change what they read. */
const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
  defaultShouldRevalidate && (currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search);

/** Loads the frame of advisers' pages. Reads unread notices first, so that later ones count as new. */
function openFrame(args: LoaderFunctionArgs) {
  const me = requireAdviser(args);
  whenSignedIn(() => queryClient.prefetchQuery(unreadQuery));
  return me;
}

const forAdvisers: RouteObject[] = ADVISER_PAGES.map(({ path, load, admin }) => ({
  path,
  shouldRevalidate,
  lazy: async () => {
    const { Component, loader } = await load();
    return { Component, ...(loader && { loader: (args) => whenSignedIn(() => loader(args)) }) };
  },
  ...(admin && { loader: requireAdmin }),
}));

const forEveryone: RouteObject[] = [
  { path: paths.login, loader: skipLogin, lazy: () => import('../features/auth/login-page.tsx') },
  { path: paths.secondFactor, lazy: () => import('../features/auth/second-factor-page.tsx') },
  { path: paths.newPassword, lazy: () => import('../features/auth/new-password-page.tsx') },
  { path: '/reset-password/:token/*', lazy: () => import('../features/auth/reset-password-page.tsx') },
  { path: '/confirm-address/:token/*', lazy: () => import('../features/auth/confirm-address-page.tsx') },
  { path: '/portal/:token?/*', loader: startPortal, lazy: portal },
  { path: '/reminders/:token?/*', lazy: () => import('../features/reminders/reminders-page.tsx') },
  { path: '*', lazy: () => import('./not-found.tsx') },
];

const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: RouteError,
    children: [
      ...forEveryone,
      {
        loader: requireEnrolling,
        lazy: () => import('./session/setup-frame.tsx'),
        children: [{ path: paths.setup, lazy: () => import('../features/account/setup-page.tsx') }],
      },
      {
        loader: openFrame,
        shouldRevalidate,
        lazy: () => import('./frame/adviser-frame.tsx'),
        children: [{ ErrorBoundary: RouteError, children: forAdvisers }],
      },
    ],
  },
];

export const startRouter = () => createBrowserRouter(routes);
