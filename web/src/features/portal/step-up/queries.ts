import { mutationOptions } from '@tanstack/react-query';
import type { InputOf } from '#shared/contract/api.ts';
import { ApiError, call } from '../../../lib/http/api.ts';
import { change, queryClient } from '../../../lib/query/query.ts';
import { portalQuery } from '../portal-query.ts';

/** Has a code mailed to the client's address. */
export const sendCode = change('POST /api/portal/code', { noSession: true });

/** Tells the adviser that the client cannot get at its mail; answers whom to phone. */
export const askWithoutCode = change('POST /api/portal/no-code', {
  failure: { title: 'Error', description: 'Failed to tell your adviser', server: true },
  noSession: true,
});

const hasStatus = (error: unknown, status: number) => error instanceof ApiError && error.status === status;

/**
 * Confirms this device and opens the portal. Rejects where the code does not count, and where the browser did not keep that
 * the device was confirmed: `more.stepUp` then still asks for it.
 */
export const confirmDevice = (token: string) =>
  mutationOptions({
    mutationFn: async (body: InputOf<'POST /api/portal/device'>) => {
      await call('POST /api/portal/device', { body, token }).catch((error: unknown) => {
        // Confirmed meanwhile, in another tab.
        if (!hasStatus(error, 403)) throw error;
      });
      const { queryKey } = portalQuery(token);
      const portal = await call('GET /api/portal/{token}', { params: { token }, token }).catch((error: unknown) => {
        if (hasStatus(error, 401)) throw error;
      });
      if (portal) queryClient.setQueryData(queryKey, portal);
      else await queryClient.refetchQueries({ queryKey, exact: true });
    },
    meta: {
      success: { title: 'Device Confirmed', description: 'Your page is open.' },
      noSession: true,
    },
  });
