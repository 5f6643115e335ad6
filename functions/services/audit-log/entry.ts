import * as z from 'zod/mini';
import {
  ACTIONS,
  type Action,
  changesOf,
  type DataOf,
  type Happened,
  isAction,
  seenBy,
  sentenceOf,
} from '#shared/audit-log/actions.ts';
import type { Seen } from '#shared/audit-log/kind.ts';
import type { ClientAuditEntry } from '#shared/contract/messages.ts';
import type { ActorType } from '#shared/rules/people.ts';
import type { Key } from '../../aws/table.ts';
import { childKeyOf, clientIdOf, idOfChild, timeOfKey } from '../keys/keys.ts';

export interface EntryActor {
  kind: ActorType;
  id: string;
  name: string;
}

export const SYSTEM: EntryActor = { kind: 'system', id: 'system', name: 'System' };

interface EntryBase extends Key {
  actorType: ActorType;
  actorId: string;
  actorName: string;
  action: string;
  /** Restored from a backup: event handlers skip it. */
  restored?: true;
}

/** Entry in the audit log of a client or the firm. Version 1 has its sentence, version 2 the data for it. */
export type AuditEntry = EntryBase &
  (
    | { v: 1; summary: string }
    | {
        v: 2;
        data: Readonly<Record<string, unknown>>;
        /** Id of the affected item, unless that is the client itself. */
        ref?: string;
        seen: Seen;
      }
  );

export type EntryOf<A extends Action> = Extract<AuditEntry, { v: 2 }> & { action: A; data: DataOf<A> };

/** Parses an entry's data. Throws if they do not match the action. */
export function dataOf<A extends Action>(entry: AuditEntry, action: A): DataOf<A> {
  if (entry.v !== 2) throw new Error(`An audit entry of version ${entry.v} has no data`);
  return z.parse(ACTIONS[action].data, entry.data) as DataOf<A>;
}

/** Returns the sentence of an entry, or the action's name if a later version wrote it. */
function summaryOf(item: AuditEntry): string {
  if (item.v === 1) return item.summary;
  return isAction(item.action) ? sentenceOf({ action: item.action, data: item.data }) : item.action;
}

const changesIn = (item: AuditEntry): ClientAuditEntry['changes'] =>
  item.v === 2 && isAction(item.action) ? [...changesOf({ action: item.action, data: item.data })] : [];

export const toEntry = (item: AuditEntry) => ({
  at: timeOfKey(childKeyOf(item)),
  actorType: item.actorType,
  actorId: item.actorId,
  actorName: item.actorName,
  action: item.action,
  summary: summaryOf(item),
});

export const toClientAuditEntry = (item: AuditEntry): ClientAuditEntry => ({
  id: idOfChild(item),
  clientId: clientIdOf(item),
  ...toEntry(item),
  changes: changesIn(item),
});

/** Longest text in an entry's data, in characters: 1,000 entries must fit into one response. */
const MAX_TEXT = 255;

const cut = (value: unknown) =>
  typeof value === 'string' && value.length > MAX_TEXT ? value.slice(0, MAX_TEXT).toWellFormed() : value;

export function newEntry(key: Key, actor: EntryActor, happened: Happened): AuditEntry {
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
