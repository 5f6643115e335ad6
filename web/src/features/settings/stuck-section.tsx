import * as z from 'zod/mini';
import { RANGES } from '#shared/contract/setting-defaults.ts';
import { insightSection } from '#shared/contract/settings.ts';
import { TextField } from '../../ui/form/fields.tsx';
import { typedNumber } from './number-field.tsx';
import { SectionForm, type SectionProps } from './section-form.tsx';

const typed = z.object({
  'insight.stuckAfter': typedNumber(insightSection.shape.stuckAfter),
  'insight.quietAfter': typedNumber(insightSection.shape.quietAfter),
});

const FIELDS = [
  ['stuckAfter', 'A stage counts as stuck after so many working days'],
  ['quietAfter', 'A client counts as quiet after so many working days'],
] as const;

export const StuckFields = (props: SectionProps) => (
  <SectionForm
    {...props}
    schema={typed}
    sectionOf={(values) => ({
      insight: { stuckAfter: values['insight.stuckAfter'], quietAfter: values['insight.quietAfter'] },
    })}
    draft="insight"
    save="Save Stuck"
  >
    {(hint) =>
      FIELDS.map(([field, label]) => (
        <TextField
          key={field}
          name={`insight.${field}`}
          label={label}
          type="number"
          width={{ sm: '10rem' }}
          defaultValue={String(props.settings.insight[field])}
          hint={hint(({ insight }) => String(insight[field]), `From ${RANGES[field].join(' to ')}.`)}
          required
        />
      ))
    }
  </SectionForm>
);
