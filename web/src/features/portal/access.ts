import { createContext, use } from 'react';
import type { Portal } from '#shared/contract/portal.ts';

/** What an open portal shows. */
export interface Access {
  /** What every call of its client carries; absent where an adviser looks on, who can send nothing from here. */
  token?: string;
  portal: Portal;
}

/** Holds the open portal for its parts. */
export const AccessContext = createContext<Access | undefined>(undefined);

/** The open portal. Throws outside of one. */
export function useAccess(): Access {
  const access = use(AccessContext);
  if (!access) throw new Error('No portal is open');
  return access;
}

/** What every call of the client carries, for what only the client is shown. Throws where an adviser looks on. */
export function useToken(): string {
  const { token } = useAccess();
  if (token === undefined) throw new Error('Nothing can be sent from here');
  return token;
}
