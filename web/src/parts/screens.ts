import type { Role } from '#shared/rules/people.ts';
import { paths } from '../lib/navigation/paths.ts';

interface Screen {
  label: string;
  to: string;
  /** Pages of the screen, shown as tabs. */
  views?: readonly Screen[];
}

export const WORK_SCREENS = [
  { label: 'To Review', to: paths.toReview },
  { label: 'Providers', to: paths.providers },
  { label: 'Stuck', to: paths.stuck },
  { label: 'Adviser Tasks', to: paths.tasks },
  { label: 'Client Tasks', to: paths.pendingTasks },
] as const;

export const ADMIN_SCREENS = [
  { label: 'Advisers and Clients', to: paths.admin },
  { label: 'Settings', to: paths.settings },
  { label: 'Audit Log', to: paths.auditLog },
] as const;

const WORK: Screen = { label: 'Work', to: paths.toReview, views: WORK_SCREENS };
const ADMIN: Screen = { label: 'Admin Panel', to: paths.admin, views: ADMIN_SCREENS };

/** Returns the items of the navigation. */
export const screensFor = (role: Role): readonly Screen[] => [
  { label: 'Dashboard', to: paths.dashboard },
  { label: 'Inbox', to: paths.inbox },
  { label: 'Clients', to: paths.clients },
  WORK,
  { label: 'Figures', to: paths.figures },
  ...(role === 'admin' ? [ADMIN] : []),
];

/** Returns every page by its name in the palette. */
export const namedScreensFor = (role: Role): readonly Screen[] => [
  ...screensFor(role).flatMap((screen) =>
    screen === WORK ? WORK_SCREENS.map(({ label, to }) => ({ label: `Work › ${label}`, to })) : [screen],
  ),
  ...(role === 'admin' ? ADMIN_SCREENS.filter(({ to }) => to !== paths.admin) : []),
  { label: 'Your Account', to: paths.account },
];

/** Titles of the sections of the settings, by their anchor. */
export const SECTION_TITLES = {
  firm: 'Firm',
  legal: 'Legal',
  portal: 'Portal',
  staff: 'Staff Sign-in',
  documents: 'Documents',
  'request-templates': 'Documents to Ask For',
  'factfind-form': 'Fact-Find',
  providers: 'Providers',
  reminders: 'Reminders',
  insight: 'Stuck',
  mail: 'Email',
} as const;
