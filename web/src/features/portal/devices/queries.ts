import { change, read } from '../../../lib/query/query.ts';
import { touching } from '../queries.ts';

const DEVICES = 'GET /api/portal/devices';

/** The devices that open a client's page. */
export const devicesQuery = (clientId: string, token: string) => {
  const { queryKey, ...options } = read(DEVICES, { token });
  return { ...options, queryKey: [...queryKey, clientId] };
};

/** Removes one of them; the page itself is asked for again, as it may be open on that very device. */
export const removeDevice = change('DELETE /api/portal/devices/{id}', {
  success: { title: 'Device Removed', description: 'It no longer opens your page.' },
  failure: { title: 'Error', description: 'Failed to remove the device', server: true },
  effect: touching(DEVICES, 'GET /api/portal/{token}'),
  noSession: true,
});
