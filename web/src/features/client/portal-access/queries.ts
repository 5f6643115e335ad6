import type { FullClient } from '#shared/contract/clients.ts';
import { errorToast } from '../../../lib/http/failure.ts';
import { read } from '../../../lib/query/query.ts';
import { adviserChange, optimistic } from '../../../parts/refreshes.ts';
import { clientQuery } from '../queries.ts';

const patchPortal = (title: string, description: string, failure: string) =>
  adviserChange('PATCH /api/clients/{id}', {
    success: { title, description },
    failure: { ...errorToast(failure), server: true },
  });

/** Lets the client's link open nothing until it is allowed again. */
export const suspendPortal = patchPortal(
  'Portal Suspended',
  'The client’s link doesn’t work until you allow it again.',
  'Failed to suspend the portal',
);

/** Lets the client's link open the portal again. */
export const allowPortal = patchPortal(
  'Portal Allowed',
  'The client’s link works again.',
  'Failed to allow the portal',
);

/** Says whether a client's new devices are asked for a code, which the card shows at once. */
export const setStepUp = (id: string) =>
  optimistic(
    patchPortal('Access Updated', 'The setting for codes on new devices has been updated.', 'Failed to update access'),
    clientQuery(id),
    (client: FullClient, { stepUp = client.stepUp, stepUpReason = null }) => ({ ...client, stepUp, stepUpReason }),
  );

/** The devices that open the client's page. */
export const devicesQuery = (id: string) => read('GET /api/clients/{id}/devices', { params: { id } });

export const removeDevice = adviserChange('DELETE /api/clients/{id}/devices/{deviceId}', {
  success: { title: 'Device Removed', description: 'It no longer opens the client’s portal.' },
  failure: { ...errorToast('Failed to remove the device'), server: true },
});

/** Makes the phrase by which a client confirms a device over the phone. */
export const makePhrase = adviserChange('POST /api/clients/{id}/devices/phrase', {});
