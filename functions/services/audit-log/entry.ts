import * as z from 'zod/mini';
import type { Seen } from '#shared/activity/kind.ts';
import {
  ACTIONS,
  type Action,
  changesOf,
  type DataOf,
  type Happened,
  isAction,
  seenBy,
  sentenceOf,
} from '#shared/activity.ts';
import type { Activity } from '#shared/contract/messages.ts';
import type { ActorType } from '#shared/rules/people.ts';
import type { Key } from '../../aws/table.ts';
import { childKeyOf, clientIdOf, idOfChild, timeOfKey } from '../keys/keys.ts';

export interface Recorded {
  kind: ActorType;
  id: string;
  name: string;
}

/** Who does what a job does by itself. */
export const SYSTEM: Recorded = { kind: 'system', id: 'system', name: 'System' };

interface Named extends Key {
  actorType: ActorType;
  actorId: string;
  actorName: string;
  action: string;
  /** Brought back from a backup: what follows from it happened long ago. */
  restored?: true;
}

/** A line of the record of a client or of the firm. The oldest lines hold their sentence; later ones what it is made of. */
export type ActivityItem = Named &
  (
    | { v: 1; summary: string }
    | {
        v: 2;
        data: Readonly<Record<string, unknown>>;
        /** The id of what it was done to, where that is not the client itself. */
        ref?: string;
        seen: Seen;
      }
  );

/** A line of the record of one action, whose data are as they have to be. */
export type LineOf<A extends Action> = Extract<ActivityItem, { v: 2 }> & { action: A; data: DataOf<A> };

/** A line's data, as its action has it. Throws where it is not that, so that the line is set aside. */
export function dataOf<A extends Action>(line: ActivityItem, action: A): DataOf<A> {
  if (line.v !== 2) throw new Error(`A line of form ${line.v} has no data`);
  return z.parse(ACTIONS[action].data, line.data) as DataOf<A>;
}

/** The sentence of a line; its action's name where a later version wrote the line. */
export function summaryOf(item: ActivityItem): string {
  if (item.v === 1) return item.summary;
  return isAction(item.action) ? sentenceOf({ action: item.action, data: item.data }) : item.action;
}

const changesIn = (item: ActivityItem): Activity['changes'] =>
  item.v === 2 && isAction(item.action) ? [...changesOf({ action: item.action, data: item.data })] : [];

export const toLine = (item: ActivityItem) => ({
  at: timeOfKey(childKeyOf(item)),
  actorType: item.actorType,
  actorId: item.actorId,
  actorName: item.actorName,
  action: item.action,
  summary: summaryOf(item),
});

export const toActivity = (item: ActivityItem): Activity => ({
  id: idOfChild(item),
  clientId: clientIdOf(item),
  ...toLine(item),
  changes: changesIn(item),
});

/** Longest text in a line's data, in characters: a thousand lines have to fit into one response. */
const MAX_TEXT = 255;

const cut = (value: unknown) =>
  typeof value === 'string' && value.length > MAX_TEXT ? value.slice(0, MAX_TEXT).toWellFormed() : value;

export function lineAt(key: Key, actor: Recorded, happened: Happened): ActivityItem {
  const { action, data, ref } = happened;
  return {
    ...key,
    v: 2,
    actorType: actor.kind,
    actorId: actor.id,
    actorName: actor.name,
    action,
    data: Object.fromEntries(Object.entries(data).map(([name, value]) => [name, cut(value)])),
    ...(ref !== undefined && { ref }),
    seen: seenBy(happened),
  };
}
