import * as z from 'zod/mini';
import { requiredLine, text } from '#shared/contract/fields.ts';
import { LIMITS, REQUEST_LIMITS } from '#shared/rules/limits.ts';
import type { RequestTemplate } from '#shared/rules/request-templates.ts';
import { STAGES } from '../../parts/request/stages.ts';
import type { DialogState } from '../../ui/eager/lazy-dialog.tsx';
import { SelectField, TextAreaField, TextField } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';

const typed = z.object({
  title: requiredLine(LIMITS.title, 'Title is required'),
  help: text(REQUEST_LIMITS.text),
  stage: z.string(),
});

interface Props extends DialogState {
  /** Absent for a new document. */
  template?: RequestTemplate;
  onDone: (template: RequestTemplate) => void;
}

/** Edits a document of the list, or adds one. The list itself is saved later. */
export default function TemplateDialog({ template, onDone, ...dialog }: Props) {
  return (
    <FormDialog
      {...dialog}
      title={template ? 'Edit Document' : 'Add Document'}
      description="Press “Save List” afterwards to save it for everyone."
      draft={`settings/template/${template?.id ?? 'new'}`}
      schema={typed}
      onSubmit={async ({ title, help, stage }) =>
        onDone({ id: template?.id ?? crypto.randomUUID(), title, help: help || null, stage: Number(stage) })
      }
      submitLabel={template ? 'Update List' : 'Add to List'}
      busyLabel="Updating..."
      needs={['title']}
    >
      <TextField name="title" label="Title" defaultValue={template?.title ?? ''} required />
      <TextAreaField
        name="help"
        label="Help"
        hint="Say which document counts, in one or two sentences. Clients read it."
        rows={3}
        defaultValue={template?.help ?? ''}
      />
      <SelectField
        name="stage"
        label="Stage"
        options={STAGES}
        defaultValue={String(template?.stage ?? STAGES[0]?.value)}
      />
    </FormDialog>
  );
}
