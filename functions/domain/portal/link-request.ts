import { getTogether, itemAt } from '../../aws/table.ts';
import { settingsAmong, settingsKeys, settingsOf } from '../../services/settings.ts';
import { recordActivity } from '../clients/change.ts';
import { type ClientItem, clientKey } from '../clients/client.ts';
import { isOwedNewLink } from '../clients/link.ts';
import { mayMailLink } from '../clients/link-mail-quota.ts';
import { readPortalToken } from '../clients/portal-token.ts';

interface Asking {
  now: Date;
  once: (what: () => Promise<void>) => Promise<void>;
}

/**
 * Has a new link mailed to a client whose own has expired, which a job does a moment later. Does nothing for any other token,
 * and where the client was mailed its share of links: nobody is told which.
 */
export async function requestNewLink(token: string, { now, once }: Asking): Promise<void> {
  const claim = await readPortalToken(token);
  if (!claim) return;
  const { clientId, version, keyVersion } = claim;
  const items = await getTogether([clientKey(clientId), ...settingsKeys()]);
  const settings = settingsOf(settingsAmong(items));
  const client = itemAt<ClientItem>(items, clientKey(clientId));
  if (!client || keyVersion !== settings.keys.portal || !isOwedNewLink(client, version, settings, now)) return;
  let isEnough = false;
  await once(async () => {
    isEnough = !(await mayMailLink(client, now));
  });
  if (isEnough) return;
  const actor = { kind: 'client', id: clientId, name: client.card.name, client } as const;
  await recordActivity({ actor, client, now }, { action: 'new-link-requested', data: { version } });
}
