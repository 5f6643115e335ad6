import { UNDELIVERED_ADVICE, undelivered } from '#shared/rules/clients.ts';
import { transact } from '../../aws/table.ts';
import { conflict, HttpError } from '../../services/errors.ts';
import { clientIdOf } from '../../services/keys/keys.ts';
import { logFault } from '../../services/log/log.ts';
import { sendEmail } from '../../services/mail/send.ts';
import { newLinkEmail, portalLinkEmail } from '../../services/mail/templates/templates.ts';
import type { Settings } from '../../services/settings.ts';
import type { Staff } from '../accounts/actor.ts';
import { adviserNameOf } from './assignments.ts';
import { accessConditions, type ChangeContext, lines, recordActivity } from './change.ts';
import { clientReader } from './client.ts';
import { linkAsRead, linkMailed, newLink, renewal } from './link.ts';
import { takeLinkMail } from './link-mail-quota.ts';
import { portalTokenOf } from './portal-token.ts';
import { seeLink } from './seen-links.ts';

type Context = ChangeContext<Staff>;

/** Returns a client's portal token and records who saw it. */
export async function revealLink(context: Context, { keys }: Settings): Promise<string> {
  const { actor, client, now } = context;
  const seen = seeLink(actor, clientIdOf(client), now);
  await recordActivity(context, { action: 'portal-link-revealed', data: {} }, [seen]);
  return portalTokenOf(client, keys);
}

/** Replaces a client's portal link, and returns the new token. The former link and all devices stop working. */
export async function regenerateLink(context: Context, { keys }: Settings): Promise<string> {
  const { actor, client, now } = context;
  const link = newLink(client, now);
  await transact([
    { update: client, change: { set: link, when: [...accessConditions(context), ...linkAsRead(client)] } },
    ...lines(context, [{ action: 'portal-link-regenerated', data: {} }]),
    seeLink(actor, clientIdOf(client), now),
  ]);
  return portalTokenOf({ ...client, ...link }, keys);
}

/** Mails a client its portal link, or a new one where that has ended. Throws 429 where that was done too often, 502 where SES refuses the mail. */
async function mailLink(context: Context, { firm, keys, ...settings }: Settings): Promise<void> {
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
    portalTokenOf({ ...client, ...link }, keys),
    noting,
  ]);
  const email = link
    ? newLinkEmail(firm, clientReader(client), false, token)
    : portalLinkEmail(firm, clientReader(client), adviserName, token);
  await sendEmail(email, now).catch(async (error: unknown) => {
    logFault('portal link mail', error);
    await takeBack();
    throw new HttpError(502, 'The email could not be sent. Please check the address, or try again later.');
  });
}

/** Mails a client its portal link, once however often the request is retried. Throws 409 if no mail may go to the client. */
export async function sendPortalLink(
  context: Context,
  settings: Settings,
  once: (what: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const { mailProblem, portalSuspended, card } = context.client;
  if (mailProblem) throw conflict(`${undelivered(mailProblem)}. ${UNDELIVERED_ADVICE}`);
  if (portalSuspended) throw conflict('The portal is suspended for this client. Allow it first.');
  await once(() => mailLink(context, settings));
  await recordActivity(context, { action: 'portal-link-sent', data: { to: card.email } });
}
