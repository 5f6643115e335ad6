import type { Key } from '../../aws/table.ts';
import { childKeyOf, idOf } from '../../services/keys/keys.ts';
import { isTooLateToMail, sendOnce } from '../../services/mail/send-once.ts';
import type { Firm, Letter, Reader } from '../../services/mail/templates/layout.ts';
import { confirmationLetter } from '../../services/mail/templates/templates.ts';
import { readSettings } from '../../services/settings.ts';
import { newMailedToken } from './mailed-token.ts';
import { findRegistration, keepLink, type RegistrationItem } from './registration.ts';

/** Which letter with a link goes to whom registered, and after which line of the record. */
interface Mailed {
  purpose: string;
  slot: string;
  letter: (firm: Firm, to: Reader, token: string) => Letter;
}

/** Mails a link to whom registered: it voids the one before. */
export async function mailRegistration(
  registration: RegistrationItem,
  { purpose, slot, letter }: Mailed,
  firm: Firm,
  now: Date,
): Promise<void> {
  const { adviserId, email } = registration;
  const { token, kept } = newMailedToken(idOf(registration.pk), now);
  // Anyone can register an address that is not theirs, so what they call themselves is not in its emails.
  const to: Reader = { kind: 'adviser', id: adviserId, name: '', email };
  await sendOnce({ purpose, ref: adviserId, slot }, letter(firm, to, token), now, [keepLink(registration, kept)]);
}

/** What the firm's record keeps of a registration: what stands for the address. */
type Requested = Key & { data: { address: string } };

/** Mails the link that confirms the address of a registration; nothing where it is none any more, or was asked for more than a day ago. */
export async function mailConfirmationLink(requested: Requested, now: Date): Promise<void> {
  const slot = childKeyOf(requested);
  if (isTooLateToMail(slot, now)) return;
  const [registration, { firm }] = await Promise.all([findRegistration(requested.data.address, now), readSettings()]);
  if (registration)
    await mailRegistration(registration, { purpose: 'confirm', slot, letter: confirmationLetter }, firm, now);
}
