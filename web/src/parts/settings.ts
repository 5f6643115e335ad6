import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { FIRM_NAME } from '../lib/http/firm.ts';
import { read } from '../lib/query/query.ts';
import { useMe } from './account/me.ts';

export const settingsQuery = read('GET /api/settings');

/** Returns the firm's name from the settings, and the build's name until they are loaded. */
export const useFirmName = (): string =>
  useQuery({ ...settingsQuery, select: ({ firm }) => firm.name }).data ?? FIRM_NAME;

/** Returns a predicate of clients that the signed-in person may delete: admins all, advisers their own if the firm lets them. */
export function useMayDelete() {
  const { data } = useQuery({ ...settingsQuery, select: ({ staff }) => staff.deleteClients });
  const { role, id } = useMe();
  const isOfAdmins = data === 'admins';
  return useCallback(
    ({ adviserId }: { adviserId: string }) => role === 'admin' || (adviserId === id && !isOfAdmins),
    [role, id, isOfAdmins],
  );
}
