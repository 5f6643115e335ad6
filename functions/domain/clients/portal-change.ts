import type { DataOf } from '#shared/activity.ts';
import type { ClientChange } from '#shared/contract/clients.ts';
import { type Condition, unchanged } from '../../aws/expressions.ts';
import { invalid } from '../../services/errors.ts';
import { type ClientItem, toPortalAccess } from './client.ts';
import { linkAsRead, newLink } from './link.ts';

type Data = DataOf<'client-changed'>;

/** What a PATCH changes of who may open a client's portal: what to write, under which conditions, and what the record says. */
export interface PortalChange {
  set: Partial<ClientItem>;
  when: Condition[];
  data: Pick<Data, 'portal' | 'stepUp' | 'reason' | 'renewed' | 'mailed'>;
}

/** True if a PATCH changes the e-mail address, ignoring case. */
export const changesAddress = (client: ClientItem, { email }: ClientChange) =>
  email !== undefined && email.toLowerCase() !== client.card.email.toLowerCase();

const sameAddress = (a: string | undefined, b: string) => a?.toLowerCase() === b.toLowerCase();

/** What a PATCH changes of suspension and step-up. Throws 400 where step-up is switched off without a reason. */
function accessChange(client: ClientItem, sent: ClientChange): Omit<PortalChange, 'when'> {
  const before = toPortalAccess(client);
  const { portalSuspended = before.portalSuspended, stepUp = before.stepUp } = sent;
  const given = sent.stepUpReason === undefined ? before.stepUpReason : sent.stepUpReason;
  const isAsked = sent.stepUp !== undefined || sent.stepUpReason !== undefined;
  if (isAsked && stepUp === 'off' && !given)
    throw invalid('stepUpReason', 'Please say why this client’s devices need not be confirmed');
  const stepUpReason = stepUp === 'off' ? given : null;
  const isStepUp = stepUp !== before.stepUp || stepUpReason !== before.stepUpReason;
  const isPortal = portalSuspended !== before.portalSuspended;
  return {
    set: {
      ...(isPortal && { portalSuspended: portalSuspended || undefined }),
      ...(isStepUp && { stepUp: stepUp === 'inherit' ? undefined : stepUp, stepUpReason: stepUpReason ?? undefined }),
    } as Partial<ClientItem>,
    data: {
      ...(isPortal && { portal: portalSuspended ? 'suspended' : 'allowed' }),
      ...(isStepUp && { stepUp, ...(stepUpReason && { reason: stepUpReason }) }),
    },
  };
}

/**
 * What a PATCH changes of the link. `renew`: it is made anew, and mailed. A changed address unconfirms every device, and voids a
 * link that was mailed to the former one: whoever reads that mailbox is a stranger.
 */
function linkChange(client: ClientItem, sent: ClientChange, renew: boolean, now: Date): PortalChange {
  const isMoved = changesAddress(client, sent);
  const isVoid = renew || (isMoved && sameAddress(client.linkMailedTo, client.card.email));
  if (!isMoved && !isVoid) return { set: {}, when: [], data: {} };
  const link = newLink(client, now);
  return {
    set: (isVoid ? link : { deviceVersion: link.deviceVersion }) as Partial<ClientItem>,
    when: [...linkAsRead(client), unchanged('linkMailedTo', client.linkMailedTo)],
    data: { ...(isVoid && { renewed: true as const }), ...(renew && { mailed: true as const }) },
  };
}

/**
 * What a PATCH changes of who may open the portal, and of the link: `renew` has it made anew and mailed. Throws 400 where step-up is
 * switched off without a reason.
 */
export function portalChange(client: ClientItem, sent: ClientChange, renew: boolean, now: Date): PortalChange {
  const [access, link] = [accessChange(client, sent), linkChange(client, sent, renew, now)];
  return {
    set: { ...access.set, ...link.set },
    when: link.when,
    data: { ...access.data, ...link.data },
  };
}
