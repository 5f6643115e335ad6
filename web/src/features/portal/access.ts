import { createContext, use } from 'react';
import type { Portal } from '#shared/contract/portal.ts';

/** What an open portal shows and the token that every call of its client carries. */
export interface Access {
  token: string;
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
