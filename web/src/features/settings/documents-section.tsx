import * as z from 'zod/mini';
import { RANGES } from '#shared/contract/setting-defaults.ts';
import { documentsSection } from '#shared/contract/settings.ts';
import { TextField } from '../../ui/form/fields.tsx';
import { typedNumber } from './number-field.tsx';
import { SectionForm, type SectionProps } from './section-form.tsx';

const typed = z.object({ 'documents.maxMb': typedNumber(documentsSection.shape.maxMb) });

export const DocumentsFields = (props: SectionProps) => (
  <SectionForm
    {...props}
    schema={typed}
    sectionOf={(values) => ({ documents: { maxMb: values['documents.maxMb'] } })}
    draft="documents"
    save="Save Documents"
  >
    {(hint) => (
      <TextField
        name="documents.maxMb"
        label="Largest file (MB)"
        type="number"
        width={{ sm: '10rem' }}
        defaultValue={String(props.settings.documents.maxMb)}
        hint={hint(({ documents }) => String(documents.maxMb), `From ${RANGES.maxMb.join(' to ')}.`)}
        required
      />
    )}
  </SectionForm>
);
