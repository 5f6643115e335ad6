import type * as contract from '#shared/contract/devices.ts';
import type { CallTests } from './call-test.ts';

export const deviceCalls = {
  'POST /api/portal/code': { cost: [4, 3], why: 'is counted before it is asked for' },
  'POST /api/portal/no-code': { cost: [4, 3], why: 'is counted before the adviser is told' },
  'POST /api/portal/device': {
    cost: [4, 3],
    why: 'a guess is counted before it is compared',
    sent: 'withPhrase',
    body: { code: '000000', remember: true },
    required: ['code', 'remember'],
  },
  'POST /api/portal/new-link': { cost: [1, 1], sent: 'withOldLink', body: { token: 'unknown' }, required: ['token'] },
  'GET /api/portal/devices': { cost: [2, 1] },
  'DELETE /api/portal/devices/{id}': { cost: [3, 2], sent: 'onOwnDevice' },
  'GET /api/clients/{id}/devices': { cost: [4, 1] },
  'DELETE /api/clients/{id}/devices/{deviceId}': { cost: [4, 2], sent: 'onDevice' },
  'POST /api/clients/{id}/devices/phrase': { cost: [3, 2] },
} satisfies CallTests<typeof contract.deviceCalls>;
