import { createContext, use } from 'react';
import type { Portal } from '#shared/contract/portal.ts';
import { personIdIn } from '../../lib/http/token.ts';

export interface Access {
  /** Token that each request carries; absent in an adviser's preview, which can send nothing. */
  token?: string;
  portal: Portal;
}

export const AccessContext = createContext<Access | undefined>(undefined);

/** Returns the open portal. Throws outside of one. */
export function useAccess(): Access {
  const access = use(AccessContext);
  if (!access) throw new Error('No portal is open');
  return access;
}

/** Returns the id by which this browser keeps what the link's holder does; the client's in a preview. */
export function usePersonId(): string {
  const { token, portal } = useAccess();
  return personIdIn(token ?? portal.client.id);
}

/** Returns the client's token. Throws in an adviser's preview, which has none. */
export function useToken(): string {
  const { token } = useAccess();
  if (token === undefined) throw new Error('Nothing can be sent from here');
  return token;
}
