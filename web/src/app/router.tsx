import { createBrowserRouter, type RouteObject } from 'react-router';
import { startPortal } from '../features/portal/portal-query.ts';
import { paths } from '../lib/paths.ts';
import { PageLoading } from '../ui/page-loading.tsx';
import { Root } from './root.tsx';
import { RouteError } from './route-error.tsx';
import { requireAdmin, requireAdviser, requireEnrolling } from './session/guard.ts';

const dashboard = () => import('../features/dashboard/dashboard-page.tsx');
const client = () => import('../features/client/client-page.tsx');
const portal = () => import('../features/portal/portal-page.tsx');

const forAdvisers: RouteObject[] = [
  { path: paths.dashboard, lazy: dashboard },
  { path: '/adviser', lazy: dashboard },
  { path: paths.inbox, lazy: () => import('../features/inbox/inbox-page.tsx') },
  { path: paths.clients, lazy: () => import('../features/clients/clients-page.tsx') },
  { path: '/adviser/client/:id', lazy: client },
  { path: '/adviser/clients/:id', lazy: client },
  { path: paths.tasks, lazy: () => import('../features/tasks/adviser-tasks-page.tsx') },
  { path: paths.pendingTasks, lazy: () => import('../features/tasks/pending-tasks-page.tsx') },
  { path: paths.account, lazy: () => import('../features/account/account-page.tsx') },
  { path: paths.admin, loader: requireAdmin, lazy: () => import('../features/admin/admin-page.tsx') },
  { path: paths.settings, loader: requireAdmin, lazy: () => import('../features/settings/settings-page.tsx') },
  { path: paths.record, loader: requireAdmin, lazy: () => import('../features/record/record-page.tsx') },
  {
    path: '/adviser/clients/:id/admin',
    loader: requireAdmin,
    lazy: () => import('../features/admin/client-admin-page.tsx'),
  },
];

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
export const router = createBrowserRouter([
  {
    Component: Root,
    ErrorBoundary: RouteError,
    HydrateFallback: PageLoading,
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
]);
