import type * as z from 'zod/mini';

/** One kind of thing that can happen. */
export interface Kind<S extends z.core.$ZodType = z.core.$ZodType> {
  /** What a line of the record keeps of it besides who, when and about what. */
  data: S;
  /** The sentence that people read. */
  sentence(data: z.infer<S>): string;
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
): Kind<S> => ({ data, sentence, seen: typeof seen === 'function' ? seen : () => seen });
