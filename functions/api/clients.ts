import { UNDELIVERED_ADVICE, undelivered } from '#shared/rules/clients.ts';
import { get, transact } from '../aws/table.ts';
import type { Staff } from '../domain/accounts/actor.ts';
import { adviserNameOf, assignee } from '../domain/clients/assignments.ts';
import { accessConditions, type ChangeContext, lines, recordActivity, recordOf } from '../domain/clients/change.ts';
import { type ClientRow, clientReader as toClient, toFullClient } from '../domain/clients/client.ts';
import { changeClient } from '../domain/clients/client-change.ts';
import { createClient } from '../domain/clients/client-creation.ts';
import { deleteClient } from '../domain/clients/client-deletion.ts';
import { clientPage, pageRange } from '../domain/clients/client-list.ts';
import { ownPart, wholeList } from '../domain/clients/firm-lists.ts';
import { linkAsRead, linkMailed, newLink, renewal } from '../domain/clients/link.ts';
import { takeLinkMail } from '../domain/clients/link-mail-quota.ts';
import { portalTokenOf } from '../domain/clients/portal-token.ts';
import { seeLink } from '../domain/clients/seen-links.ts';
import { codesKey, setPhrase } from '../domain/portal/codes.ts';
import { type DeviceItem, deviceKey, devicesOf, liveDevices, toDevice } from '../domain/portal/device.ts';
import { removeDevice } from '../domain/portal/removal.ts';
import { lambda, prepared } from '../pipeline/lambda.ts';
import { Answer } from '../pipeline/response.ts';
import { conflict, HttpError, invalid } from '../services/errors.ts';
import { clientIdOf, PREFIX } from '../services/keys/keys.ts';
import { logFault } from '../services/log/log.ts';
import { sendLetter } from '../services/mail/send.ts';
import { newLinkLetter, portalLinkLetter } from '../services/mail/templates/templates.ts';
import type { Settings } from '../services/settings.ts';

/** Mails a client its portal link, or a new one where that has ended. Throws 429 where that was done too often, 502 where SES refuses the mail. */
async function mailLink(context: ChangeContext<Staff>, settings: Settings): Promise<void> {
  const { actor, client, now } = context;
  const link = renewal(client, settings, now);
  const record = link ? lines(context, [{ action: 'portal-link-renewed', data: {} }]) : [];
  const taking = takeLinkMail(actor, client, now);
  const noting = transact([linkMailed(client, link), ...record]).catch(async (error: unknown) => {
    await (await taking)();
    throw error;
  });
  const [takeBack, adviserName, token] = await Promise.all([
    taking,
    adviserNameOf(client, actor),
    portalTokenOf({ ...client, ...link }, settings.keys),
    noting,
  ]);
  const { firm } = settings;
  const letter = link
    ? newLinkLetter(firm, toClient(client), false, token)
    : portalLinkLetter(firm, toClient(client), adviserName, token);
  await sendLetter(letter, now).catch(async (error: unknown) => {
    logFault('portal link mail', error);
    await takeBack();
    throw new HttpError(502, 'The email could not be sent. Please check the address, or try again later.');
  });
}

export const handler = lambda('clients', {
  'GET /api/clients': prepared(
    ({ adviserId, query }) => ownPart<ClientRow>(adviserId, PREFIX.indexedClient, pageRange(query)),
    async ({ actor, query }, own) => {
      const found = await wholeList(actor, own, PREFIX.indexedClient, pageRange(query));
      const { clients, next } = clientPage(found, query);
      return new Answer(clients, next ? { headers: { link: `<${next}>; rel="next"` } } : {});
    },
  ),

  'POST /api/clients':
    () =>
    async ({ actor, settings, body, now }) => {
      if (actor.kind === 'admin' && !body.adviserId) throw invalid('adviserId', 'Please select an adviser');
      if (actor.kind === 'adviser' && body.adviserId && body.adviserId !== actor.id)
        throw new HttpError(403, 'Only an admin can assign a client to another adviser');
      const { adviserId = actor.id } = body;
      const adviser = adviserId === actor.id ? actor : (await assignee(adviserId)).card;
      const client = await createClient(actor, body, adviserId, now);
      return {
        ...toFullClient(client, adviser.name, settings),
        token: await portalTokenOf(client, settings.keys),
      };
    },

  'GET /api/clients/{id}':
    () =>
    async ({ actor, client, settings }) =>
      toFullClient(client, await adviserNameOf(client, actor), settings),

  'PATCH /api/clients/{id}':
    () =>
    async ({ actor, client, settings, body, now }) => {
      const after = await changeClient({ actor, client, now }, body);
      const isRenewed = after.tokenVersion !== client.tokenVersion;
      return {
        ...toFullClient(after, await adviserNameOf(after, actor), settings),
        ...(isRenewed && { linkRenewed: true as const }),
      };
    },

  'DELETE /api/clients/{id}':
    () =>
    async ({ actor, client, now }) => {
      await deleteClient({ actor, client, now });
      return undefined;
    },

  'GET /api/clients/{id}/token':
    () =>
    async ({ actor, settings, client, now }) => {
      await recordActivity({ actor, client, now }, { action: 'portal-link-revealed', data: {} }, [
        seeLink(actor, clientIdOf(client), now),
      ]);
      return { token: await portalTokenOf(client, settings.keys) };
    },

  'POST /api/clients/{id}/token/regenerate':
    () =>
    async ({ actor, settings, client, now }) => {
      const context = { actor, client, now };
      const link = newLink(client, now);
      const when = [...accessConditions(context), ...linkAsRead(client)];
      const update = { update: client, change: { set: link, when } };
      await transact([
        update,
        ...lines(context, [{ action: 'portal-link-regenerated', data: {} }]),
        seeLink(actor, clientIdOf(client), now),
      ]);
      return { token: await portalTokenOf({ ...client, ...link }, settings.keys) };
    },

  'POST /api/clients/{id}/send-portal-link':
    () =>
    async ({ actor, client, now, settings, once }) => {
      if (client.mailProblem) throw conflict(`${undelivered(client.mailProblem)}. ${UNDELIVERED_ADVICE}`);
      if (client.portalSuspended) throw conflict('The portal is suspended for this client. Allow it first.');
      await once(() => mailLink({ actor, client, now }, settings));
      await recordActivity({ actor, client, now }, { action: 'portal-link-sent', data: { to: client.card.email } });
      return { message: 'The portal link has been emailed to the client.' };
    },

  'GET /api/clients/{id}/devices': prepared(
    ({ params }) => devicesOf(params.id),
    async ({ client, now }, devices) => liveDevices(devices, client, now).map(toDevice),
  ),

  'DELETE /api/clients/{id}/devices/{deviceId}': prepared(
    ({ params }) => get<DeviceItem>(deviceKey(params.id, params.deviceId)),
    async ({ actor, client, now }, device) => {
      await removeDevice({ actor, client, now }, device);
      return undefined;
    },
  ),

  'POST /api/clients/{id}/devices/phrase':
    () =>
    async ({ actor, client, now }) => {
      const { phrase, endsAt, change } = await setPhrase(client, now);
      const keep = { update: codesKey(clientIdOf(client)), change };
      await transact([
        keep,
        ...recordOf({ actor, client, now }, { action: 'device-phrase-made', data: {} }, linkAsRead(client)),
      ]);
      return { phrase, endsAt };
    },
});
