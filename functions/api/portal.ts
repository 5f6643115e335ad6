import { deviceCalls } from '#shared/contract/devices.ts';
import { portalCalls } from '#shared/contract/portal.ts';
import { PORTAL_CODE } from '#shared/rules/lifetimes.ts';
import { get } from '../aws/table.ts';
import { writeEntry } from '../domain/clients/client-writes.ts';
import { numberOf } from '../domain/clients/person.ts';
import { type CodesItem, codesKey } from '../domain/portal/codes.ts';
import { confirmDevice, removeOwnDevice } from '../domain/portal/confirmation.ts';
import { type DeviceItem, deviceIdOf, deviceKey, devicesOf, liveDevices, toDevice } from '../domain/portal/device.ts';
import { latestOf, readAdviser, readFile, toPortal } from '../domain/portal/portal-page.ts';
import { askForHelp, noteUse, requestCode, requestNewLink } from '../domain/portal/requests.ts';
import { reminderKey } from '../domain/reminders/key.ts';
import { HttpResponse } from '../pipeline/http.ts';
import { lambda, prepared } from '../pipeline/lambda.ts';
import { childKeyOf } from '../services/keys/keys.ts';
import { deviceCookie, deviceMark } from '../services/sessions/device-cookie.ts';

const readCodes = async ({ clientId, person }: { clientId: string | undefined; person: number }) =>
  clientId ? get<CodesItem>(codesKey(clientId, person)) : undefined;

export const handler = lambda(
  'portal',
  { ...deviceCalls, ...portalCalls },
  {
    'GET /api/portal/{token}': prepared(
      async ({ clientId }) => (clientId ? readFile(clientId) : []),
      async ({ actor, settings, now }, file) => {
        const reading = [readAdviser(actor.client, now), reminderKey(actor.person, now), noteUse(actor, now)] as const;
        const [adviser, key] = await Promise.all(reading);
        return toPortal(actor.client, file, adviser, settings, { now, key, person: actor.person });
      },
    ),

    'GET /api/portal/{token}/news':
      () =>
      async ({ actor: { client, person }, settings, now }) => ({
        latest: latestOf(client, await readAdviser(client, now), settings, person),
      }),

    'GET /api/clients/{id}/portal': prepared(
      ({ params }) => readFile(params.id),
      async ({ actor, client, settings, now }, file) => {
        const context = { actor, client, now };
        const recording = writeEntry(context, { action: 'portal-previewed', data: {} });
        const [adviser] = await Promise.all([readAdviser(client, now), recording]);
        return toPortal(client, file, adviser, settings, { now, key: null, person: null });
      },
    ),

    'POST /api/portal/code': prepared(readCodes, async ({ actor, settings, now, once }, codes) => {
      await requestCode({ actor, now, once }, codes, settings.firm);
      return { message: `We have emailed you a code. It is good for ${PORTAL_CODE.words}.` };
    }),

    'POST /api/portal/no-code':
      () =>
      async ({ actor, settings, now, once }) => {
        const { name, phone, hours } = settings.firm;
        return { adviser: { name: await askForHelp({ actor, now, once }) }, firm: { name, phone, hours } };
      },

    'POST /api/portal/device': prepared(readCodes, async ({ actor, settings, body, visit, now }, codes) => {
      const confirmation = { ...body, deviceId: visit.device, label: visit.label };
      const id = await confirmDevice({ actor, now }, confirmation, codes, settings);
      // A known browser may hold its id in a session cookie, so remembering sets a permanent one.
      const isKnown = visit.device !== undefined && !body.remember;
      return new HttpResponse(undefined, isKnown ? {} : { cookies: [await deviceCookie(id, body)] });
    }),

    'POST /api/portal/new-link':
      () =>
      async ({ body, now, once }) => {
        await requestNewLink(body.token, { now, once });
        return {
          // Answers alike for unknown links, to prevent enumeration.
          message: 'A new link is on its way to the email address that we have for you.',
        };
      },

    'GET /api/portal/devices': prepared(
      async ({ clientId }) => (clientId ? devicesOf(clientId) : []),
      async ({ actor, visit, now }, devices) => {
        const own = visit.device && deviceIdOf(numberOf(actor.person), deviceMark(visit.device));
        return liveDevices(devices, actor.person, now).map((device) => ({
          ...toDevice(device),
          current: childKeyOf(device) === own,
        }));
      },
    ),

    'DELETE /api/portal/devices/{id}': prepared(
      async ({ clientId, params }) => (clientId ? get<DeviceItem>(deviceKey(clientId, params.id)) : undefined),
      async ({ actor, now }, device) => removeOwnDevice({ actor, client: actor.client, now }, device),
    ),
  },
);
