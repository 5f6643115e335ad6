import type * as z from 'zod/mini';
import type { Kind, Seen } from './activity/kind.ts';
import { CLIENT_ACTIONS } from './activity/of-client.ts';
import { FIRM_ACTIONS } from './activity/of-firm.ts';
import type { FieldChange } from './contract/messages.ts';

/**
 * All that can happen, each with the data of its line in the record and the sentence made of it. What comes after a line
 * (functions/events/handlers.ts) goes by its action and data alone.
 */
export const ACTIONS = { ...CLIENT_ACTIONS, ...FIRM_ACTIONS } as const satisfies Record<string, Kind>;

/** The name of something that can happen. */
export type Action = keyof typeof ACTIONS;

/** What the line of an action keeps. */
export type DataOf<A extends Action> = z.infer<(typeof ACTIONS)[A]['data']>;

/** Something that happened: an action with its data, and the id of what it was done to. */
export type Happened<A extends Action = Action> = {
  [K in A]: { action: K; data: DataOf<K>; ref?: string | undefined };
}[A];

/** Whether a text names an action. */
export const isAction = (action: string): action is Action => Object.hasOwn(ACTIONS, action);

/** The sentence of something that happened. */
export function sentenceOf({ action, data }: { action: Action; data: unknown }): string {
  const { sentence }: Kind = ACTIONS[action];
  return sentence(data);
}

/** What short fields were before something that happened, and are after it. */
export function changesOf({ action, data }: { action: Action; data: unknown }): readonly FieldChange[] {
  const { changes }: Kind = ACTIONS[action];
  return changes(data);
}

/** Whether the client may see something that happened too. */
export function seenBy({ action, data }: { action: Action; data: unknown }): Seen {
  const { seen }: Kind = ACTIONS[action];
  return seen(data);
}
