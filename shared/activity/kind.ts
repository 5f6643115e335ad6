import type * as z from 'zod/mini';
import type { FieldChange } from '../contract/messages.ts';

/** One kind of thing that can happen. */
export interface Kind<S extends z.core.$ZodType = z.core.$ZodType> {
  /** What a line of the record keeps of it besides who, when and about what. */
  data: S;
  /** The sentence that people read. */
  sentence(data: z.infer<S>): string;
  /** What short fields were before it and are after it: never the text of notes or messages, nor anything secret. */
  changes(data: z.infer<S>): readonly FieldChange[];
  /** Whether it shows on the client's own page too, which is then read anew there. */
  seen(data: z.infer<S>): Seen;
}

/** Who may see a line of the record: the staff alone, or the client too. */
export type Seen = 'staff' | 'both';

/** A kind of thing that can happen; one that does not say who sees it is for the staff alone. */
export const kind = <S extends z.core.$ZodType>(
  data: S,
  sentence: (data: z.infer<S>) => string,
  seen: Seen | ((data: z.infer<S>) => Seen) = 'staff',
  changes: (data: z.infer<S>) => readonly FieldChange[] = () => [],
): Kind<S> => ({ data, sentence, changes, seen: typeof seen === 'function' ? seen : () => seen });
