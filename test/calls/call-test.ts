import type { CallName } from '#shared/contract/api.ts';
import type { Preparation } from '../api/requests/world.ts';

/** Values that bodies refer to. */
export interface Named {
  adviserId: string;
  clientId: string;
  /** Address of an account that signs in with `password`. */
  email: string;
  password: string;
  settings: { version: number; firm: { name: string } };
  /** An unused address. */
  newEmail: string;
}

/** Facts of a call that tests of all calls need. */
export interface CallTest {
  /** On a warm function, by an adviser unless stated otherwise. */
  cost: readonly [awsCalls: number, sequentialRounds: number];
  /** Reason for more than one round in a read or two in a change. */
  why?: string;
  /** Preparation of its path or body. */
  sent?: Preparation;
  /** A valid JSON body. */
  body?: object | ((named: Named) => object);
  /** Fields that the body must have. */
  required?: readonly string[];
  /** Set for the call that starts its function in the benchmark: a read of a signed-in admin. */
  isFirst?: true;
}

type OfClient = `${string} /api/clients/{id}${string}` | `${string} /api/portal/{token}${string}`;
type WithPath = Exclude<Extract<CallName, `${string}{${string}`>, OfClient>;

/** Requires a preparation for each path that is not about the world's client. */
export type CallTests<C> = {
  [K in keyof C]: CallTest & (K extends WithPath ? { sent: Preparation } : unknown);
};
