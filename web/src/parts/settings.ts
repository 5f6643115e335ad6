import { useQuery } from '@tanstack/react-query';
import { FIRM } from '../lib/http/firm.ts';
import { read } from '../lib/query/query.ts';
import { useMe } from './account/me.ts';

export const settingsQuery = read('GET /api/settings');

/** Returns the firm's name from the settings, and the build's name until they are loaded. */
export const useFirmName = (): string => useQuery({ ...settingsQuery, select: ({ firm }) => firm.name }).data ?? FIRM;

/** Returns true if the signed-in person may delete a client: an admin, or if the firm lets them, its adviser. */
export function useMayDelete({ adviserId }: { adviserId: string }): boolean {
  const { data } = useQuery({ ...settingsQuery, select: ({ staff }) => staff.deleteClients });
  const { role, id } = useMe();
  return role === 'admin' || (adviserId === id && data !== 'admins');
}
