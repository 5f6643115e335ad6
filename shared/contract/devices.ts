import * as z from 'zod/mini';
import { deviceCodeIn, NO_CODE } from '../rules/devices.ts';
import { LIMITS } from '../rules/limits.ts';
import { ADVISERS, type Calls, CLIENT_ONLY, EVERYONE, ok, UNCONFIRMED } from './call.ts';
import { flag, requiredText } from './fields.ts';

/** A device that opens a client's page. */
export const device = z.object({
  id: z.string(),
  /** "iPhone, Safari". */
  label: z.string(),
  confirmedAt: z.string(),
  lastAt: z.string(),
  /** Confirmed by a code from a mail, or by a phrase over the phone. */
  by: z.enum(['code', 'phone']),
});
/** A device that opens a client's page. */
export type Device = z.infer<typeof device>;
/** A device that opens a client's page, as the client sees it. */
export const ownDevice = z.extend(device, { current: z.boolean() });
/** A device of {@link ownDevice}. */
export type OwnDevice = z.infer<typeof ownDevice>;

/** What a client types to confirm a device: the code of a mail, or the phrase of a phone call. */
const deviceCode = z.string(NO_CODE).check(
  z.maxLength(LIMITS.name, NO_CODE),
  z.overwrite((typed) => deviceCodeIn(typed) ?? ''),
  z.minLength(1, NO_CODE),
);

/** POST /api/portal/device. */
const deviceConfirmation = z.strictObject({ code: deviceCode, remember: flag });

/** The calls of devices that open a client's page. */
export const deviceCalls = {
  'POST /api/portal/code': { lambda: 'portal', allow: UNCONFIRMED, about: 'nobody', status: 202, returns: ok },
  'POST /api/portal/no-code': {
    lambda: 'portal',
    allow: UNCONFIRMED,
    about: 'nobody',
    status: 200,
    returns: z.object({
      adviser: z.object({ name: z.string() }),
      firm: z.object({ name: z.string(), phone: z.nullable(z.string()), hours: z.nullable(z.string()) }),
    }),
  },
  'POST /api/portal/device': {
    lambda: 'portal',
    allow: UNCONFIRMED,
    about: 'nobody',
    status: 204,
    body: deviceConfirmation,
  },
  'POST /api/portal/new-link': {
    lambda: 'portal',
    allow: EVERYONE,
    about: 'nobody',
    status: 202,
    body: z.strictObject({ token: requiredText(LIMITS.text, 'Unknown link') }),
    returns: ok,
  },
  'GET /api/portal/devices': {
    lambda: 'portal',
    allow: CLIENT_ONLY,
    about: 'nobody',
    status: 200,
    returns: z.array(ownDevice),
  },
  'DELETE /api/portal/devices/{id}': { lambda: 'portal', allow: CLIENT_ONLY, about: 'nobody', status: 204 },
  'GET /api/clients/{id}/devices': {
    lambda: 'clients',
    allow: ADVISERS,
    about: 'client',
    status: 200,
    returns: z.array(device),
  },
  'DELETE /api/clients/{id}/devices/{deviceId}': {
    lambda: 'clients',
    allow: ADVISERS,
    about: 'client',
    status: 204,
  },
  'POST /api/clients/{id}/devices/phrase': {
    lambda: 'clients',
    allow: ADVISERS,
    about: 'client',
    status: 200,
    returns: z.object({ phrase: z.string(), endsAt: z.string() }),
  },
} as const satisfies Calls;
