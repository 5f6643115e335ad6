import { UNDELIVERED_ADVICE, undelivered } from '#shared/rules/clients.ts';
import { unchanged } from '../aws/expressions.ts';
import { transact } from '../aws/table.ts';
import { accessConditions, type ChangeContext, lines, recordActivity } from '../domain/activity.ts';
import type { Staff } from '../domain/actor.ts';
import { adviserNameOf, assignee } from '../domain/clients/assignments.ts';
import { type ClientRow, toFullClient } from '../domain/clients/client.ts';
import { changeClient } from '../domain/clients/client-change.ts';
import { createClient } from '../domain/clients/client-creation.ts';
import { deleteClient } from '../domain/clients/client-deletion.ts';
import { clientPage, pageRange } from '../domain/clients/client-list.ts';
import { ownPart, wholeList } from '../domain/clients/firm-lists.ts';
import { takeLinkMail } from '../domain/clients/link-mail-quota.ts';
import { portalTokenOf } from '../domain/clients/portal-token.ts';
import { conflict, HttpError, invalid } from '../domain/errors.ts';
import { PREFIX } from '../domain/keys.ts';
import { logFault } from '../domain/log.ts';
import { portalLinkLetter, toClient } from '../domain/mail/letters.ts';
import { sendLetter } from '../domain/mail/send.ts';
import type { Settings } from '../domain/settings.ts';
import { lambda, prepared } from '../pipeline/lambda.ts';
import { Answer } from '../pipeline/response.ts';

/** Mails a client its portal link. Throws 429 where that was done too often, 502 where SES refuses the mail. */
async function mailLink({ actor, client, now }: ChangeContext<Staff>, { firm, keys }: Settings): Promise<void> {
  const [takeBack, adviserName, token] = await Promise.all([
    takeLinkMail(actor, client, now),
    adviserNameOf(client, actor),
    portalTokenOf(client, keys),
  ]);
  const letter = portalLinkLetter(firm, toClient(client), adviserName, token);
  await sendLetter(letter).catch(async (error: unknown) => {
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
        ...toFullClient(client, adviser.name),
        token: await portalTokenOf(client, settings.keys),
      };
    },

  'GET /api/clients/{id}':
    () =>
    async ({ actor, client }) =>
      toFullClient(client, await adviserNameOf(client, actor)),

  'PATCH /api/clients/{id}':
    () =>
    async ({ actor, client, body, now }) => {
      const after = await changeClient({ actor, client, now }, body);
      return toFullClient(after, await adviserNameOf(after, actor));
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
      await recordActivity({ actor, client, now }, { action: 'portal-link-revealed', data: {} });
      return { token: await portalTokenOf(client, settings.keys) };
    },

  'POST /api/clients/{id}/token/regenerate':
    () =>
    async ({ actor, settings, client, now }) => {
      const context = { actor, client, now };
      const tokenVersion = client.tokenVersion + 1;
      const when = [...accessConditions(context), unchanged('tokenVersion', client.tokenVersion)];
      const update = { update: client, change: { set: { tokenVersion }, when } };
      await transact([update, ...lines(context, [{ action: 'portal-link-regenerated', data: {} }])]);
      return { token: await portalTokenOf({ ...client, tokenVersion }, settings.keys) };
    },

  'POST /api/clients/{id}/send-portal-link':
    () =>
    async ({ actor, client, now, settings, once }) => {
      if (client.mailProblem) throw conflict(`${undelivered(client.mailProblem)}. ${UNDELIVERED_ADVICE}`);
      await once(() => mailLink({ actor, client, now }, settings));
      await recordActivity({ actor, client, now }, { action: 'portal-link-sent', data: { to: client.card.email } });
      return { message: 'The portal link has been emailed to the client.' };
    },
});
