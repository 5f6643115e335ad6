import { takesCsv } from '#shared/contract/call.ts';
import { clientCalls, type FullClient } from '#shared/contract/clients.ts';
import { deviceCalls } from '#shared/contract/devices.ts';
import { peopleCalls } from '#shared/contract/people.ts';
import { viewCalls } from '#shared/contract/views.ts';
import { get } from '../aws/table.ts';
import type { Staff } from '../domain/accounts/session.ts';
import { adviserNameOf } from '../domain/clients/assignments.ts';
import { chosenClients, readChosen } from '../domain/clients/chosen-clients.ts';
import { adviserIdOf, type ClientItem, toFullClient } from '../domain/clients/client.ts';
import { changeClient } from '../domain/clients/client-change.ts';
import { createClient, createdClient } from '../domain/clients/client-creation.ts';
import { clientPage, ownClientPage } from '../domain/clients/firm-lists.ts';
import { addPerson, changePerson, gone, readByPath, removePerson, toPerson } from '../domain/clients/people.ts';
import { type Person, peopleIn, readPeople } from '../domain/clients/person.ts';
import { emailNewLink, firstToken, regenerateLink, revealLink, sendPortalLink } from '../domain/clients/portal-link.ts';
import { accessOf } from '../domain/clients/reach.ts';
import { calendarOf } from '../domain/loas/loa.ts';
import { makePhrase } from '../domain/portal/codes.ts';
import { removeDevice } from '../domain/portal/confirmation.ts';
import { type DeviceItem, deviceKey, devicesOf, liveDevices, toDevice } from '../domain/portal/device.ts';
import { addView, changeView, deleteView, readViews, toView } from '../domain/views/view.ts';
import { creating } from '../pipeline/creating.ts';
import { HttpResponse, pageResponse } from '../pipeline/http.ts';
import { type Handler, lambda, prepared, type Request } from '../pipeline/lambda.ts';
import { csvHeaders } from '../services/csv.ts';
import { invalid } from '../services/errors.ts';
import { childKeyOf } from '../services/keys/keys.ts';
import type { Settings } from '../services/settings.ts';

type ListHandler = Handler<'GET /api/clients'>;

const clientsPage: ListHandler = prepared(
  ({ adviserId, query: { filter, q, adviser, limit, cursor, ...forExport } }) => {
    const [unknown] = Object.keys(forExport);
    if (unknown !== undefined) throw invalid(unknown, 'Send this only with “Accept: text/csv”');
    return ownClientPage(adviserId, { filter, q, adviser, limit, cursor });
  },
  async ({ actor, query, settings, now }, own) =>
    pageResponse(await clientPage(actor, own, query, calendarOf(now, settings))),
);

/** Rows of a page that knows which clients changed. */
const chosenRows: ListHandler = prepared(
  async ({ adviserId, query: { ids = '', ...others } }) => {
    const [other] = Object.keys(others);
    if (other !== undefined) throw invalid(other, 'Send ids alone');
    return adviserId === undefined ? [] : readChosen(ids.split(','));
  },
  async ({ actor, settings, now }, found) => chosenClients(actor, found, calendarOf(now, settings)),
);

/** Loaded on use, because most readers of the list want no file. */
const loadExport = () => import('../domain/export/client-csv.ts');

const clientsFile: ListHandler = prepared(
  async ({ adviserId, query }) => (await loadExport()).ownRows(adviserId, query),
  async ({ actor, query, settings, now }, own) => {
    const { exportClients } = await loadExport();
    return new HttpResponse(await exportClients(actor, own, query, calendarOf(now, settings), now), {
      headers: csvHeaders('clients.csv'),
    });
  },
);

function listHandler({ accept, query: { ids } }: Parameters<ListHandler>[0]): ListHandler {
  if (ids === undefined) return takesCsv(accept) ? clientsFile : clientsPage;
  if (takesCsv(accept)) throw invalid('ids', 'A file has the whole list');
  return chosenRows;
}

const shownClient = (client: ClientItem, adviserName: string, actor: Staff, settings: Settings): FullClient => ({
  ...toFullClient(client, adviserName, settings),
  access: accessOf(actor, adviserIdOf(client)),
});

type PersonCall =
  | 'DELETE /api/people/{id}'
  | 'GET /api/people/{id}/token'
  | 'POST /api/people/{id}/token/regenerate'
  | 'POST /api/people/{id}/phrase'
  | 'POST /api/people/{id}/send-link';

/** Returns a handler of a call about a person besides the first. */
const preparedPerson = <C extends PersonCall>(
  run: (request: Request<C>, person: Person) => ReturnType<ReturnType<Handler<C>>>,
): Handler<C> =>
  prepared(
    ({ params }) => readByPath((params as { id: string }).id),
    (request, own) => {
      if (!own) throw gone();
      return run(request, { client: request.client as ClientItem, own });
    },
  );

const ownViews = ({ adviserId }: { adviserId: string | undefined }) => readViews(adviserId);

export const handler = lambda(
  'clients',
  { ...clientCalls, ...peopleCalls, ...deviceCalls, ...viewCalls },
  {
    'GET /api/clients': (early) => listHandler(early)(early),

    'POST /api/clients': creating({
      create: async (request) => createClient(request, request.body),
      find: async ([id = ''], { actor }) => createdClient(id, actor),
      present: async ({ client, adviserName }, { actor, settings, body, now, once }) => {
        const token = await firstToken({ actor, client, now }, settings);
        const after = body.emailLink ? await emailNewLink({ actor, client, now }, settings, once, client) : client;
        return {
          ...shownClient(after, adviserName, actor, settings),
          token,
          ...(body.emailLink && { linkEmailed: after.linkMailedAt !== undefined }),
        };
      },
    }),

    'GET /api/clients/{id}':
      () =>
      async ({ actor, client, settings }) =>
        shownClient(client, await adviserNameOf(client, actor), actor, settings),

    'PATCH /api/clients/{id}':
      () =>
      async ({ actor, client, settings, body, now }) => {
        const after = await changeClient({ actor, client, now }, body);
        const isRenewed = after.tokenVersion !== client.tokenVersion;
        return {
          ...shownClient(after, await adviserNameOf(after, actor), actor, settings),
          ...(isRenewed && { linkRenewed: true as const }),
        };
      },

    // Loaded on use, because it needs S3, a fifth of the bundle.
    'DELETE /api/clients/{id}':
      () =>
      async ({ actor, client, now }) =>
        (await import('../domain/clients/client-deletion.ts')).deleteClient({ actor, client, now }),

    'GET /api/clients/{id}/token':
      () =>
      async ({ actor, settings, client, now }) => ({ token: await revealLink({ actor, client, now }, settings) }),

    'POST /api/clients/{id}/token/regenerate':
      () =>
      async ({ actor, settings, client, now }) => ({ token: await regenerateLink({ actor, client, now }, settings) }),

    'POST /api/clients/{id}/send-portal-link':
      () =>
      async ({ actor, client, now, settings, once }) => {
        await sendPortalLink({ actor, client, now }, settings, once);
        return { message: 'The portal link has been emailed to the client.' };
      },

    'GET /api/clients/{id}/people': prepared(
      ({ params }) => readPeople(params.id),
      async ({ client, settings }, people) => peopleIn(people, client).map((person) => toPerson(person, settings)),
    ),

    'POST /api/clients/{id}/people': creating({
      create: async (request) => addPerson(request, request.body),
      find: async ([id = ''], { client }) => {
        const own = await readByPath(id);
        return own && { client, own };
      },
      present: async ({ client, own }, { actor, settings, body, now, once }) => {
        const context = { actor, client, now };
        const after = { client, own: body.emailLink ? await emailNewLink(context, settings, once, own) : own };
        return {
          ...toPerson(after, settings),
          token: await firstToken(context, settings, after),
          ...(body.emailLink && { linkEmailed: after.own.linkMailedAt !== undefined }),
        };
      },
    }),

    'PATCH /api/people/{id}': prepared(
      ({ params }) => readByPath(params.id),
      async ({ actor, client, settings, body, now }, own) => {
        if (!own) throw gone();
        return toPerson(await changePerson({ actor, client, now }, own, body), settings);
      },
    ),

    'DELETE /api/people/{id}': preparedPerson(async ({ actor, client, now }, person) =>
      removePerson({ actor, client, now }, person),
    ),

    'GET /api/people/{id}/token': preparedPerson(async ({ actor, client, settings, now }, person) => ({
      token: await revealLink({ actor, client, now }, settings, person),
    })),

    'POST /api/people/{id}/token/regenerate': preparedPerson(async ({ actor, client, settings, now }, person) => ({
      token: await regenerateLink({ actor, client, now }, settings, person),
    })),

    'POST /api/people/{id}/phrase': preparedPerson(async ({ actor, client, now }, person) =>
      makePhrase({ actor, client, now }, person),
    ),

    'POST /api/people/{id}/send-link': preparedPerson(async ({ actor, client, settings, now, once }, person) => {
      await sendPortalLink({ actor, client, now }, settings, once, person);
      return { message: 'The portal link has been emailed.' };
    }),

    'GET /api/clients/{id}/devices': prepared(
      ({ params }) => Promise.all([devicesOf(params.id), readPeople(params.id)]),
      async ({ client, now }, [devices, people]) =>
        peopleIn(people, client).flatMap((person) =>
          liveDevices(devices, person, now).map((device) => ({
            ...toDevice(device),
            person: people.length > 0 ? person.own.summary.name : null,
          })),
        ),
    ),

    'DELETE /api/clients/{id}/devices/{deviceId}': prepared(
      ({ params }) => get<DeviceItem>(deviceKey(params.id, params.deviceId)),
      async ({ actor, client, now }, device) => removeDevice({ actor, client, now }, device),
    ),

    'POST /api/clients/{id}/devices/phrase':
      () =>
      async ({ actor, client, now }) =>
        makePhrase({ actor, client, now }),

    'GET /api/views': prepared(ownViews, async ({ actor }, views) => views.map((item) => toView(item, actor))),

    'POST /api/views': creating({
      create: async (request) => addView(request, request.body),
      find: async ([id], { actor }) => (await readViews(actor.id)).find((view) => childKeyOf(view) === id),
      present: (view, { actor }) => toView(view, actor),
    }),

    'PATCH /api/views/{id}': prepared(ownViews, async ({ actor, params, body, now }, views) =>
      changeView({ actor, now }, views, params.id, body),
    ),

    'DELETE /api/views/{id}': prepared(ownViews, async ({ actor, params, now }, views) =>
      deleteView({ actor, now }, views, params.id),
    ),
  },
);
