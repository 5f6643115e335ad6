import * as z from 'zod/mini';
import { type FieldChange, fieldChange } from '../contract/field-change.ts';
import { ADVICE_FIELDS, CLIENT_FIELDS } from '../nouns/client.ts';
import { saidOf } from '../nouns/field.ts';
import { PROVIDER_FIELDS } from '../nouns/provider.ts';
import { stageTemplate } from '../rules/journey.ts';

export interface Kind<S extends z.core.$ZodType = z.core.$ZodType, H extends readonly string[] = readonly string[]> {
  /** Names of event handlers (functions/events/handlers.ts), in the order in which they run. */
  handlers: H;
  data: S;
  sentence(data: z.infer<S>): string;
  /** Old and new values of short fields; never notes, messages or secrets. */
  changes(data: z.infer<S>): readonly FieldChange[];
  /** If it returns "both", the client's page shows the change and refreshes. */
  seen(data: z.infer<S>): Seen;
}

export type DataIn<K extends Kind> = z.infer<K['data']>;

export type Seen = 'staff' | 'both';

/** Defines a kind of audit entry. Only staff see it unless `seen` says otherwise. */
export const kind = <S extends z.core.$ZodType, const H extends readonly string[]>(
  handlers: H,
  data: S,
  sentence: (data: z.infer<S>) => string,
  seen: Seen | ((data: z.infer<S>) => Seen) = 'staff',
  changes: (data: z.infer<S>) => readonly FieldChange[] = () => [],
): Kind<S, H> => ({ handlers, data, sentence, changes, seen: typeof seen === 'function' ? seen : () => seen });

export const none = z.object({});
export const device = z.object({ label: z.string() });
export const text = z.string();
export const flag = z.optional(z.literal(true));
export const changes = z.optional(z.array(fieldChange));
/** An account, provider or view by its name. */
export const withName = z.object({ name: text });
/** A person of a client besides the first, whose link or mailbox an entry is about. */
export const ofHolder = z.object({ holder: z.optional(z.object({ number: z.number(), name: text })) });
export const sayHolder = ({ holder }: z.infer<typeof ofHolder>) => (holder ? ` of ${holder.name}` : '');
export const mail = z.object({ to: text });
/** HMAC of an address, or the part of it that logs show. */
export const address = z.object({ address: z.string().check(z.regex(/^[\w-]{16,43}$/)) });
export const spaced = (status: string) => status.replaceAll('_', ' ');

export const moved = (field: 'status' | 'stage', was: string | null, is: string | null): FieldChange[] =>
  was === is ? [] : [{ field, was, is }];

export const stageName = (number: number | null) =>
  number === null ? 'no stage' : `stage ${number} ${stageTemplate(number)?.title}`;

const FIELD_NAMES: Readonly<Record<string, string>> = {
  ...saidOf(CLIENT_FIELDS),
  ...saidOf(ADVICE_FIELDS),
  ...saidOf(PROVIDER_FIELDS),
};
export const named = (fields: readonly string[]) => fields.map((field) => FIELD_NAMES[field] ?? field).join(', ');

/** Returns "phone: none → 0800 068 6800; email: …". */
export const changesText = (changes: readonly FieldChange[]) =>
  changes.map(({ field, was, is }) => `${named([field])}: ${was ?? 'none'} → ${is ?? 'none'}`).join('; ');
