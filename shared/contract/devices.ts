import * as z from 'zod/mini';
import { deviceCodeIn, NO_CODE } from '../rules/devices.ts';
import { LIMITS } from '../rules/limits.ts';
import { type Calls, ok } from './call.ts';
import { ADVISERS, CLIENT_ONLY, EVERYONE, UNCONFIRMED } from './callers.ts';
import { flag, requiredText, wellFormed } from './fields.ts';

export const device = z.object({
  id: z.string(),
  label: z.string(),
  confirmedAt: z.string(),
  lastAt: z.string(),
  /** Confirmed by an emailed code, or by a phrase over the phone. */
  by: z.enum(['code', 'phone']),
});
export type Device = z.infer<typeof device>;
/** With the name of its owner in `person`; null if the client has no other people. */
const clientDevice = z.extend(device, { person: z.nullable(z.string()) });
export const ownDevice = z.extend(device, { current: z.boolean() });
export type OwnDevice = z.infer<typeof ownDevice>;

export const deviceCode = z.string(NO_CODE).check(
  z.maxLength(LIMITS.name, NO_CODE),
  wellFormed,
  z.overwrite((typed) => deviceCodeIn(typed) ?? ''),
  z.minLength(1, NO_CODE),
);

const deviceConfirmation = z.strictObject({ code: deviceCode, remember: flag });

const unconfirmed = { lambda: 'portal', allow: UNCONFIRMED, about: 'nobody' } as const;
const own = { lambda: 'portal', allow: CLIENT_ONLY, about: 'nobody' } as const;
const byAdviser = { lambda: 'clients', allow: ADVISERS, about: 'client' } as const;

export const deviceCalls = {
  'POST /api/portal/code': { changes: [], effect: 'none', ...unconfirmed, status: 202, returns: ok },
  'POST /api/portal/no-code': {
    changes: [],
    effect: 'none',
    ...unconfirmed,
    status: 200,
    returns: z.object({
      adviser: z.object({ name: z.string() }),
      firm: z.object({ name: z.string(), phone: z.nullable(z.string()), hours: z.nullable(z.string()) }),
    }),
  },
  'POST /api/portal/device': { changes: [], effect: 'none', ...unconfirmed, status: 204, body: deviceConfirmation },
  'POST /api/portal/new-link': {
    changes: [],
    effect: 'none',
    lambda: 'portal',
    allow: EVERYONE,
    about: 'nobody',
    status: 202,
    body: z.strictObject({ token: requiredText(LIMITS.text, 'Unknown link') }),
    returns: ok,
  },
  'GET /api/portal/devices': { effect: 'none', ...own, status: 200, returns: z.array(ownDevice) },
  'DELETE /api/portal/devices/{id}': { changes: [], effect: 'none', ...own, status: 204 },
  'GET /api/clients/{id}/devices': {
    reads: 'devices',
    effect: 'none',
    ...byAdviser,
    status: 200,
    returns: z.array(clientDevice),
  },
  'DELETE /api/clients/{id}/devices/{deviceId}': {
    changes: ['lists', 'activity', 'devices'],
    effect: 'none',
    ...byAdviser,
    status: 204,
  },
  'POST /api/clients/{id}/devices/phrase': {
    changes: ['lists', 'activity'],
    effect: 'way-in',
    ...byAdviser,
    status: 200,
    returns: z.object({ phrase: z.string(), endsAt: z.string() }),
  },
} as const satisfies Calls;
