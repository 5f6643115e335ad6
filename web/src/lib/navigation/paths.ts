import type { ClientFilter } from '#shared/rules/clients.ts';
import { parsedUrl } from '#shared/rules/url.ts';

export const paths = {
  login: '/',
  secondFactor: '/second-factor',
  newPassword: '/new-password',
  dashboard: '/dashboard',
  inbox: '/inbox',
  clients: '/clients',
  toReview: '/chase',
  providers: '/chase/providers',
  stuck: '/chase/stuck',
  tasks: '/tasks',
  pendingTasks: '/pending-tasks',
  figures: '/chase/figures',
  admin: '/admin',
  settings: '/admin/settings',
  auditLog: '/admin/record',
  account: '/account',
  setup: '/account/setup',
} as const;

/** Hash of the settings that opens the recommendations. */
export const RECOMMENDATIONS = '#recommendations';
/** Hash of the admin panel that opens the invitation of a colleague. */
export const INVITE = '#invite';

export const filteredClientsPath = (filter: ClientFilter) => `${paths.clients}?filter=${filter}`;
export const searchedClientsPath = (text: string) =>
  text ? `${paths.clients}?${new URLSearchParams({ q: text })}` : paths.clients;
export const clientPath = (id: string) => `/adviser/client/${id}`;
/** Alternative address of the client page, used by the dashboard. */
export const clientFromDashboardPath = (id: string) => `/adviser/clients/${id}`;
export const clientAdminPath = (id: string) => `/adviser/clients/${id}/admin`;
/** Returns the token without the punctuation and invisible characters that people paste around a link. */
export const tokenIn = ({ token }: { token?: string | undefined }) => token?.match(/[\w-]+/)?.[0];

const portalPath = (token: string) => `/portal/${token}`;
export const portalLink = (token: string) => `${window.location.origin}${portalPath(token)}`;

export const remindersPath = (key: string) => `/reminders/${key}`;

const PREVIEW = 'preview';
/** Address of an adviser's preview of a portal, by client id or portal token. */
export const previewPath = (token: string) => `${portalPath(token)}?${PREVIEW}`;
export const isPreview = (search: URLSearchParams) => search.has(PREVIEW);

const RETURN = 'next';

const leadingBack = (page: string, path: string) => `${page}?${new URLSearchParams({ [RETURN]: path })}`;
export const loginPath = (path: string) => leadingBack(paths.login, path);
export const setupPath = (path: string) => leadingBack(paths.setup, path);

/**
 * Returns the page to open after sign-in, else the dashboard. Prevents open redirects and a loop to the login screen.
 * Checks the address as parsed, since the path of "/.//host" is "//host", another site.
 */
export function returnPath(search: URLSearchParams, origin = window.location.origin): string {
  const path = search.get(RETURN) ?? '';
  const target = path.startsWith('/') ? parsedUrl(path, origin) : null;
  const isOwn = target?.origin === origin && !target.pathname.startsWith('//') && target.pathname !== paths.login;
  return isOwn ? `${target.pathname}${target.search}${target.hash}` : paths.dashboard;
}
