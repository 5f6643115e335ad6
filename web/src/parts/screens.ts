import type { Role } from '#shared/rules/people.ts';
import { paths } from '../lib/navigation/paths.ts';

export const screensFor = (role: Role) => [
  { label: 'Dashboard', to: paths.dashboard },
  { label: 'Inbox', to: paths.inbox },
  { label: 'Clients', to: paths.clients },
  { label: 'Pending Adviser Tasks', to: paths.tasks },
  { label: 'Pending Tasks', to: paths.pendingTasks },
  ...(role === 'admin' ? [{ label: 'Admin Panel', to: paths.admin }] : []),
];

export const ADMIN_SCREENS = [
  { label: 'Advisers and Clients', to: paths.admin },
  { label: 'Settings', to: paths.settings },
  { label: 'Audit Log', to: paths.auditLog },
] as const;

export const namedScreensFor = (role: Role) => [
  ...screensFor(role),
  ...(role === 'admin' ? ADMIN_SCREENS.filter(({ to }) => to !== paths.admin) : []),
  { label: 'Your Account', to: paths.account },
];
