import { forgetAttempts } from '#functions/core/attempts.ts';
import { type ClientItem, clientKey } from '#functions/core/entities.ts';
import { activity, clientUpdate } from '#functions/core/record.ts';
import { get, transact } from '#functions/core/table.ts';
import { OPERATOR } from './operator.ts';

/** Forgets the failed sign-ins of an address, so that its holder need not wait. The answer is the same for an unknown one. */
export async function unlock(email: string): Promise<boolean> {
  await forgetAttempts('sign-in', email.trim().toLowerCase());
  console.log('Unlocked: the next sign-in counts from zero.');
  return true;
}

/** Voids a client's portal link at once; the adviser mails the new one from the app. */
export async function revokeLink(clientId: string): Promise<boolean> {
  const client = await get<ClientItem>(clientKey(clientId));
  if (!client) throw new Error(`There is no client ${clientId}.`);
  const about = { actor: OPERATOR, client, now: new Date() };
  const update = clientUpdate(about, {
    set: { tokenVersion: client.tokenVersion + 1 },
    when: [['tokenVersion', '=', client.tokenVersion]],
  });
  await transact([update, activity(about, 'portal-link-regenerated', 'Regenerated the portal link')]);
  console.log('The old portal link is refused from now on.');
  return true;
}
