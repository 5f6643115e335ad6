import type { ComponentType } from 'react';
import type { Params } from 'react-router';
import { paths } from '../../lib/navigation/paths.ts';

interface PageModule {
  Component: ComponentType;
  /** Starts the page's reads. Navigation does not wait for them. */
  loader?: (args: { params: Params }) => unknown;
}

interface AdviserPage {
  path: string;
  load: () => Promise<PageModule>;
  admin?: true;
}

const dashboard = () => import('../../features/dashboard/dashboard-page.tsx');
const client = () => import('../../features/client/client-page.tsx');

export const ADVISER_PAGES: readonly AdviserPage[] = [
  { path: paths.dashboard, load: dashboard },
  { path: '/adviser', load: dashboard },
  { path: paths.inbox, load: () => import('../../features/inbox/inbox-page.tsx') },
  { path: paths.clients, load: () => import('../../features/clients/clients-page.tsx') },
  { path: '/adviser/client/:id', load: client },
  { path: '/adviser/clients/:id', load: client },
  { path: '/adviser/clients/:id/fact-find', load: () => import('../../features/factfind/client-factfind-page.tsx') },
  { path: paths.tasks, load: () => import('../../features/work/tasks/adviser-tasks-page.tsx') },
  { path: paths.pendingTasks, load: () => import('../../features/work/tasks/pending-tasks-page.tsx') },
  { path: paths.toReview, load: () => import('../../features/work/review/review-page.tsx') },
  { path: paths.providers, load: () => import('../../features/work/providers/providers-page.tsx') },
  { path: paths.figures, load: () => import('../../features/figures/figures-page.tsx') },
  { path: paths.stuck, load: () => import('../../features/work/stuck/stuck-page.tsx') },
  { path: paths.account, load: () => import('../../features/account/account-page.tsx') },
  { path: paths.admin, load: () => import('../../features/admin/admin-page.tsx'), admin: true },
  { path: paths.settings, load: () => import('../../features/settings/settings-page.tsx'), admin: true },
  { path: paths.auditLog, load: () => import('../../features/audit-log/audit-log-page.tsx'), admin: true },
  {
    path: '/adviser/clients/:id/admin',
    load: () => import('../../features/admin/client-admin-page.tsx'),
    admin: true,
  },
];
