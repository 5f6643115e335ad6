import type { FullClient } from '#shared/contract/clients.ts';
import { errorToast } from '../../../lib/http/failure.ts';
import { read } from '../../../lib/query/query.ts';
import { clientQuery } from '../../../parts/client/clients.ts';
import { adviserChange, optimistic } from '../../../parts/refreshes.ts';

const patchPortal = (title: string, description: string, failure: string) =>
  adviserChange('PATCH /api/clients/{id}', {
    success: { title, description },
    failure: { ...errorToast(failure), server: true },
  });

export const suspendPortal = patchPortal(
  'Portal Suspended',
  'The client’s link doesn’t work until you allow it again.',
  'Failed to suspend the portal',
);

export const allowPortal = patchPortal(
  'Portal Allowed',
  'The client’s link works again.',
  'Failed to allow the portal',
);

/** Sets if new devices need a code, with an optimistic update of the card. */
export const setStepUp = (id: string) =>
  optimistic(
    patchPortal('Access Updated', 'The setting for codes on new devices has been updated.', 'Failed to update access'),
    clientQuery(id),
    (client: FullClient, { stepUp = client.stepUp, stepUpReason = null }) => ({ ...client, stepUp, stepUpReason }),
  );

export const devicesQuery = (id: string) => read('GET /api/clients/{id}/devices', { params: { id } });

export const removeDevice = adviserChange('DELETE /api/clients/{id}/devices/{deviceId}', {
  success: { title: 'Device Removed', description: 'It no longer opens the client’s portal.' },
  failure: { ...errorToast('Failed to remove the device'), server: true },
});

/** Makes a phrase with which the client confirms a device over the phone. */
export const makePhrase = adviserChange('POST /api/clients/{id}/devices/phrase', {});
