import * as z from 'zod/mini';
import { RANGES } from '#shared/contract/setting-defaults.ts';
import { providersSection } from '#shared/contract/settings.ts';
import { TextField } from '../../ui/form/fields.tsx';
import { typedNumber } from './number-field.tsx';
import { SectionForm, type SectionProps } from './section-form.tsx';

const typed = z.object({
  'providers.firstChase': typedNumber(providersSection.shape.firstChase),
  'providers.chaseEvery': typedNumber(providersSection.shape.chaseEvery),
});

const FIELDS = [
  ['firstChase', 'Working days until the first chase'],
  ['chaseEvery', 'Working days between chases'],
] as const;

export const ProvidersFields = (props: SectionProps) => (
  <SectionForm
    {...props}
    schema={typed}
    sectionOf={(values) => ({
      providers: { firstChase: values['providers.firstChase'], chaseEvery: values['providers.chaseEvery'] },
    })}
    draft="providers"
    save="Save Providers"
  >
    {(hint) =>
      FIELDS.map(([field, label]) => (
        <TextField
          key={field}
          name={`providers.${field}`}
          label={label}
          type="number"
          width={{ sm: '10rem' }}
          defaultValue={String(props.settings.providers[field])}
          hint={hint(({ providers }) => String(providers[field]), `From ${RANGES[field].join(' to ')}.`)}
          required
        />
      ))
    }
  </SectionForm>
);
