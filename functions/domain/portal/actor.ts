import type { ClientItem } from '../clients/client.ts';
import type { DeviceItem } from './device.ts';

interface Named {
  id: string;
  name: string;
  client: ClientItem;
}
/** A client with a live portal token, on a device that may open its page. */
export interface PortalClient extends Named {
  kind: 'client';
  /** The device, where it was confirmed. */
  device?: DeviceItem | undefined;
}
/** A client with a live portal token, on a device that was not confirmed yet. */
export interface Unconfirmed extends Named {
  kind: 'client-unconfirmed';
}

/** Returns a client as audit logs name it, on a device that was not confirmed yet. */
export const asClient = (actor: Unconfirmed): PortalClient => ({ ...actor, kind: 'client' });
