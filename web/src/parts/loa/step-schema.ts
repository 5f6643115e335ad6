import * as z from 'zod/mini';
import { type LoaStepBody, loaStep } from '#shared/contract/loas.ts';
import { type LoaStep, USUAL_GAPS } from '#shared/rules/loas.ts';
import type { Values } from '../../ui/form/form.tsx';

export const gapName = (index: number) => `gap.${index}`;
export const OTHER_GAPS = 'otherGaps';

/** Returns the missing parts: the ticked ones, then the typed ones, one on a line. */
export function gapsIn(values: Values): string[] {
  const ticked = USUAL_GAPS.filter((_, i) => values[gapName(i)]);
  const typed = String(values[OTHER_GAPS] ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  return [...ticked, ...typed];
}

/** Parses the form of a step. Fields that the step does not have are missing from the values. */
export const stepSchema = (step: LoaStep) =>
  z.pipe(
    z.record(z.string(), z.any()),
    z.transform((values: Values, context): Omit<LoaStepBody, 'version'> => {
      const { on, how, whom, ref, note, promisedOn, why } = values;
      const gaps = step === 'part' ? gapsIn(values) : undefined;
      const sent = { on, how, whom, ref, note, promisedOn: promisedOn || undefined, why, gaps };
      const parsed = z.safeParse(loaStep, { ...sent, version: 0, step });
      if (parsed.success) return parsed.data;
      for (const { path, message } of parsed.error.issues)
        context.issues.push({ code: 'custom', input: values, path: path.slice(0, 1), message });
      return { step };
    }),
  );
