import type { ClientFilter } from '#shared/rules/clients.ts';

/** Every address of the web app, once (product 2). */
export const paths = {
  login: '/',
  secondFactor: '/second-factor',
  newPassword: '/new-password',
  dashboard: '/dashboard',
  inbox: '/inbox',
  clients: '/clients',
  tasks: '/tasks',
  pendingTasks: '/pending-tasks',
  admin: '/admin',
  settings: '/admin/settings',
  record: '/admin/record',
  account: '/account',
  setup: '/account/setup',
} as const;

/** The clients list behind one filter. */
export const filteredClientsPath = (filter: ClientFilter) => `${paths.clients}?filter=${filter}`;
/** The clients list with a search text; all of it where that is blank. */
export const searchedClientsPath = (text: string) =>
  text ? `${paths.clients}?${new URLSearchParams({ q: text })}` : paths.clients;
export const clientPath = (id: string) => `/adviser/client/${id}`;
/** The same page, by the address that the dashboard leads to. */
export const clientFromDashboardPath = (id: string) => `/adviser/clients/${id}`;
export const clientAdminPath = (id: string) => `/adviser/clients/${id}/admin`;
/** Returns the token of a link's address without the punctuation and invisible signs that people paste around it. */
export const tokenIn = ({ token }: { token?: string | undefined }) => token?.match(/[\w-]+/)?.[0];

/** A client's portal. */
const portalPath = (token: string) => `/portal/${token}`;
/** The full address of a client's portal, as clients receive it (product 9). */
export const portalLink = (token: string) => `${window.location.origin}${portalPath(token)}`;

const PREVIEW = 'preview';
/** A client's portal as its adviser may look at it, by the client's id or portal token. */
export const previewPath = (token: string) => `${portalPath(token)}?${PREVIEW}`;
/** Whether a portal's address is that of a look at it by the adviser. */
export const isPreview = (search: URLSearchParams) => search.has(PREVIEW);

const RETURN = 'next';

const leadingBack = (page: string, path: string) => `${page}?${new URLSearchParams({ [RETURN]: path })}`;
/** The login screen, leading back to `path` after sign-in. */
export const loginPath = (path: string) => leadingBack(paths.login, path);
/** Where a second factor is set up before anything else, leading back to `path` after it. */
export const setupPath = (path: string) => leadingBack(paths.setup, path);

/**
 * Where to go after sign-in or setting up: the page one came from, else the dashboard; never another site, nor back to the login
 * screen. What counts is the address as the browser reads it: "/.//host" is "//host", which is another site.
 */
export function returnPath(search: URLSearchParams, origin = window.location.origin): string {
  const path = search.get(RETURN) ?? '';
  const target = path.startsWith('/') ? URL.parse(path, origin) : null;
  const isOwn = target?.origin === origin && !target.pathname.startsWith('//') && target.pathname !== paths.login;
  return isOwn ? `${target.pathname}${target.search}${target.hash}` : paths.dashboard;
}
