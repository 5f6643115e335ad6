import type { Role } from '#shared/rules/people.ts';
import { paths } from '../lib/navigation/paths.ts';

interface Screen {
  label: string;
  to: string;
  /** Pages of the screen, shown as tabs. */
  views?: readonly Screen[];
}

export const TASK_SCREENS = [
  { label: 'Pending Adviser Tasks', to: paths.tasks },
  { label: 'Pending Tasks', to: paths.pendingTasks },
] as const;

export const ADMIN_SCREENS = [
  { label: 'Advisers and Clients', to: paths.admin },
  { label: 'Settings', to: paths.settings },
  { label: 'Audit Log', to: paths.auditLog },
] as const;

export const CHASE_SCREENS = [
  { label: 'To Review', to: paths.chase },
  { label: 'Providers', to: paths.chaseProviders },
  { label: 'Stuck', to: paths.chaseStuck },
  { label: 'Figures', to: paths.chaseFigures },
] as const;

const TASKS: Screen = { label: 'Tasks', to: paths.tasks, views: TASK_SCREENS };
const CHASE: Screen = { label: 'Chase', to: paths.chase, views: CHASE_SCREENS };
const ADMIN: Screen = { label: 'Admin Panel', to: paths.admin, views: ADMIN_SCREENS };

const OTHER_CHASE_SCREENS: readonly Screen[] = [
  { label: 'Chase Providers', to: paths.chaseProviders },
  { label: 'Chase Stuck Clients', to: paths.chaseStuck },
  { label: 'Chase Figures', to: paths.chaseFigures },
];

/** Returns the items of the navigation. */
export const screensFor = (role: Role): readonly Screen[] => [
  { label: 'Dashboard', to: paths.dashboard },
  { label: 'Inbox', to: paths.inbox },
  { label: 'Clients', to: paths.clients },
  TASKS,
  CHASE,
  ...(role === 'admin' ? [ADMIN] : []),
];

/** Returns every page by its title. */
export const namedScreensFor = (role: Role): readonly Screen[] => [
  ...screensFor(role).flatMap((screen) => {
    if (screen === TASKS) return TASK_SCREENS;
    return screen === CHASE ? [screen, ...OTHER_CHASE_SCREENS] : [screen];
  }),
  ...(role === 'admin' ? ADMIN_SCREENS.filter(({ to }) => to !== paths.admin) : []),
  { label: 'Your Account', to: paths.account },
];
