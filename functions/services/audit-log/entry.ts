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
import type { FieldChange } from '#shared/contract/field-change.ts';
import type { ClientAuditEntry } from '#shared/contract/messages.ts';
import type { ActorType } from '#shared/rules/people.ts';
import type { Key } from '../../aws/table.ts';
import { childKeyOf, clientIdOf, idOfChild, timeOfKey } from '../keys/keys.ts';

export interface EntryActor {
  kind: ActorType;
  id: string;
  name: string;
  /** Name of the adviser for whom the actor covers. */
  coversFor?: string | undefined;
}

export const SYSTEM: EntryActor = { kind: 'system', id: 'system', name: 'System' };

/** Entry in the audit log of a client or the firm. */
export interface AuditEntry extends Key {
  v: 2;
  actorType: ActorType;
  actorId: string;
  actorName: string;
  /** Name of the client's adviser, if the actor was covering for them. */
  actorFor?: string;
  /** Unknown if a later version wrote the entry before a rollback. */
  action: string;
  data: Readonly<Record<string, unknown>>;
  /** Id of the affected item, unless that is the client itself. */
  ref?: string;
  seen: Seen;
  /** Restored from a backup: event handlers skip it. */
  restored?: true;
}

export type EntryOf<A extends Action> = AuditEntry & { action: A; data: DataOf<A> };

/** Parses an entry's data. Throws if they do not match the action. */
export const dataOf = <A extends Action>(entry: AuditEntry, action: A) =>
  z.parse(ACTIONS[action].data, entry.data) as DataOf<A>;

/** Returns the sentence of an entry, or the action's name if a later version wrote it. */
const summaryOf = ({ action, data }: AuditEntry): string => (isAction(action) ? sentenceOf({ action, data }) : action);

const changesIn = ({ action, data }: AuditEntry): FieldChange[] =>
  isAction(action) ? [...changesOf({ action, data })] : [];

export const toEntry = (item: AuditEntry) => ({
  at: timeOfKey(childKeyOf(item)),
  actorType: item.actorType,
  actorId: item.actorId,
  actorName: item.actorName,
  ...(item.actorFor !== undefined && { actorFor: item.actorFor }),
  action: item.action,
  summary: summaryOf(item),
  changes: changesIn(item),
});

export const toClientAuditEntry = (item: AuditEntry): ClientAuditEntry => ({
  id: idOfChild(item),
  clientId: clientIdOf(item),
  ...toEntry(item),
});

/** Longest text in an entry's data, in characters: 1,000 entries must fit into one response. */
const MAX_TEXT = 255;

function cut(value: unknown): unknown {
  if (typeof value === 'string') return value.length > MAX_TEXT ? value.slice(0, MAX_TEXT).toWellFormed() : value;
  if (Array.isArray(value)) return value.map(cut);
  return value && typeof value === 'object' ? cutAll(value) : value;
}

const cutAll = (data: object) => Object.fromEntries(Object.entries(data).map(([name, value]) => [name, cut(value)]));

export function newEntry(key: Key, actor: EntryActor, happened: Happened): AuditEntry {
  const { action, data, ref } = happened;
  return {
    ...key,
    v: 2,
    actorType: actor.kind,
    actorId: actor.id,
    actorName: actor.name,
    ...(actor.coversFor !== undefined && { actorFor: actor.coversFor }),
    action,
    data: cutAll(data),
    ...(ref !== undefined && { ref }),
    seen: seenBy(happened),
  };
}
