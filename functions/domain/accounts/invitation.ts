import type { Adviser } from '#shared/contract/advisers.ts';
import { transact } from '../../aws/table.ts';
import type { Recorded } from '../../services/audit-log/entry.ts';
import { recordOfFirm } from '../../services/audit-log/firm-log.ts';
import { conflict, tooMany } from '../../services/errors.ts';
import { newId } from '../../services/keys/ids.ts';
import { idOf } from '../../services/keys/keys.ts';
import { consumeAttempt, INVITATION_MAILS } from '../../services/rate-limit.ts';
import { type AdviserCard, type AdviserItem, toAdviser } from './account.ts';
import { creation, newAccount } from './accounts.ts';

/** Makes an account without a password; its holder is mailed a link to choose one. Throws 409 where the address is in use. */
export async function invite(card: AdviserCard, { by, now }: { by: Recorded; now: Date }): Promise<Adviser> {
  const account = newAccount(newId(), { ...card, invited: true }, undefined, now);
  await transact(await creation(account, by, now));
  return toAdviser(account);
}

/** Mails the link again and voids the former one. Throws 409 where a password was chosen, 429 after three an hour. */
export async function inviteAgain(account: AdviserItem, { by, now }: { by: Recorded; now: Date }): Promise<void> {
  const { name, invited } = account.card;
  if (!invited) throw conflict(`${name} has chosen a password already`);
  const id = idOf(account.pk);
  const wait = await consumeAttempt('invitation', id, INVITATION_MAILS, now);
  if (wait > 0) throw tooMany('This invitation was sent several times already. Please try again later.', wait);
  await recordOfFirm(by, { action: 'invitation-repeated', data: { name }, ref: id }, now);
}
