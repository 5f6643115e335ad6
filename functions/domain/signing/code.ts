import { PORTAL_CODE } from '#shared/rules/lifetimes.ts';
import { idOfChild } from '../../services/keys/keys.ts';
import type { Firm } from '../../services/mail/templates/layout.ts';
import { type ChangeContext, writeEntry } from '../clients/client-writes.ts';
import type { CodesItem } from '../portal/codes.ts';
import type { PortalClient } from '../portal/device.ts';
import { admitCode } from '../portal/requests.ts';
import type { RequestItem } from '../requests/request.ts';
import { checkSignable } from './signable.ts';

interface Asking extends ChangeContext<PortalClient> {
  once: (effect: () => Promise<void>) => Promise<void>;
}

/** Mails a code for one signature. Throws 409 before the document was read or if email bounces, 429 after too many. */
export async function requestSignCode(
  { actor, client, now, once }: Asking,
  request: RequestItem | undefined,
  codes: CodesItem | undefined,
  firm: Firm,
): Promise<{ message: string }> {
  const found = checkSignable({ actor, client }, request);
  await admitCode({ actor, now, once }, codes, firm);
  const { title, state } = found.summary;
  await writeEntry({ actor, client, now }, { action: 'sign-code-requested', data: { title }, ref: idOfChild(found) }, [
    { check: found, when: [['summary/state', '=', state]] },
  ]);
  return { message: `We have emailed you a code. It is good for ${PORTAL_CODE.words}.` };
}
