import { useMutation } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { newPlan, type Stage } from '#shared/contract/journey.ts';
import { PLAN_TYPES } from '#shared/rules/journey.ts';
import { humanise } from '../../../lib/text/format.ts';
import type { DialogState } from '../../../ui/eager/lazy-dialog.tsx';
import { SelectField, TextField } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import { addPlan } from './queries.ts';

/**
 * Whole pounds, plain or in English groups of three. Rejects "12.000" and "12,50", which are other amounts in other
 * countries.
 */
const POUNDS = /^£?\s*(?:\d+|\d{1,3}(?:,\d{3})+|\d{1,3}(?:\s\d{3})+)(?:\.00?)?$/;

const typedPounds = z.transform((typed): number | null | undefined => {
  const text = String(typed)
    .replace(/\p{Cf}/gu, '')
    .trim();
  if (!text) return null;
  return POUNDS.test(text) ? Number(text.replace(/[£,\s]/g, '')) : Number.NaN;
});

export const planForm = z.extend(newPlan, { approxValuation: z.pipe(typedPounds, newPlan.shape.approxValuation) });

const TYPES = PLAN_TYPES.map((value) => ({ value, label: humanise(value) }));

export default function PlanDialog({ stage, ...dialog }: DialogState & { stage: Stage }) {
  const { mutateAsync } = useMutation(addPlan);
  return (
    <FormDialog
      {...dialog}
      title="Add Plan"
      draft={`new-plan/${stage.id}`}
      schema={planForm}
      onSubmit={(body) => mutateAsync({ params: { stageId: stage.id }, body })}
      submitLabel="Add Plan"
      busyLabel="Adding..."
      needs={['provider', 'planType', 'planNumber']}
    >
      <TextField name="provider" label="Provider" required />
      <SelectField name="planType" label="Plan Type" placeholder="Select a plan type" options={TYPES} required />
      <TextField name="planNumber" label="Plan Number" required />
      <TextField name="approxValuation" label="Approx. Valuation (£)" inputMode="numeric" placeholder="Optional" />
    </FormDialog>
  );
}
