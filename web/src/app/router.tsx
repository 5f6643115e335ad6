import { createBrowserRouter, type RouteObject } from 'react-router';
import { startPortal } from '../features/portal/portal-query.ts';
import { paths } from '../lib/navigation/paths.ts';
import { ADVISER_PAGES } from './pages.ts';
import { Root } from './root.tsx';
import { RouteError } from './route-error.tsx';
import { requireAdmin, requireAdviser, requireEnrolling } from './session/guard.ts';

const portal = () => import('../features/portal/portal-page.tsx');

const forAdvisers: RouteObject[] = ADVISER_PAGES.map(({ path, load, admin }) => ({
  path,
  lazy: load,
  ...(admin && { loader: requireAdmin }),
}));

const forEveryone: RouteObject[] = [
  { path: paths.login, lazy: () => import('../features/auth/login-page.tsx') },
  { path: paths.secondFactor, lazy: () => import('../features/auth/second-factor-page.tsx') },
  { path: paths.newPassword, lazy: () => import('../features/auth/new-password-page.tsx') },
  { path: '/reset-password/:token', lazy: () => import('../features/auth/reset-password-page.tsx') },
  { path: '/confirm-address/:token', lazy: () => import('../features/auth/confirm-address-page.tsx') },
  { path: '/portal/:token?', loader: startPortal, lazy: portal },
  { path: '*', lazy: () => import('./not-found-page.tsx') },
];

/** Every screen's route; each screen's code is fetched when it is first opened (product 2). */
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
        loader: requireAdviser,
        lazy: () => import('./session/adviser-frame.tsx'),
        children: [{ ErrorBoundary: RouteError, children: forAdvisers }],
      },
    ],
  },
];

/** Begins to fetch what the address leads to. */
export const startRouter = () => createBrowserRouter(routes);
