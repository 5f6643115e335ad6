import type { Role } from '#shared/rules/people.ts';
import { paths } from '../lib/paths.ts';

const SCREENS = [
  { label: 'Dashboard', to: paths.dashboard },
  { label: 'Inbox', to: paths.inbox },
  { label: 'Clients', to: paths.clients },
  { label: 'My Tasks', to: paths.tasks },
  { label: 'Pending Tasks', to: paths.pendingTasks },
];

/** The screens of the main navigation (product 6). */
export const screensFor = (role: Role) =>
  role === 'admin' ? [...SCREENS, { label: 'Admin Panel', to: paths.admin }] : SCREENS;

/** The screens of the admins, as their own navigation names them. */
export const ADMIN_SCREENS = [
  { label: 'Advisers and Clients', to: paths.admin },
  { label: 'Settings', to: paths.settings },
  { label: 'Record', to: paths.record },
] as const;

/** All screens that one may open by name. */
export const namedScreensFor = (role: Role) => [
  ...screensFor(role),
  ...(role === 'admin' ? ADMIN_SCREENS.filter(({ to }) => to !== paths.admin) : []),
  { label: 'Your Account', to: paths.account },
];
