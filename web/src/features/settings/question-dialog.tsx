import * as z from 'zod/mini';
import { requiredLine } from '#shared/contract/fields.ts';
import { OWN_TYPE_NAMES, OWN_TYPES, type OwnQuestion } from '#shared/rules/factfind-shape.ts';
import { FACTFIND_LIMITS } from '#shared/rules/limits.ts';
import type { DialogState } from '../../ui/eager/lazy-dialog.tsx';
import { SelectField, TextField } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';

const typed = z.object({ text: requiredLine(FACTFIND_LIMITS.line, 'Write the question'), type: z.enum(OWN_TYPES) });

const KINDS = OWN_TYPES.map((value) => ({ value, label: OWN_TYPE_NAMES[value] }));

const newId = () => `own-${crypto.randomUUID().slice(0, 'xxxxxxxx'.length)}`;

interface Props extends DialogState {
  /** Absent for a new question. */
  question?: OwnQuestion;
  onDone: (question: OwnQuestion) => void;
}

/** Edits a question of the form, or adds one. The form itself is saved later. */
export default function QuestionDialog({ question, onDone, ...dialog }: Props) {
  return (
    <FormDialog
      {...dialog}
      title={question ? 'Edit Question' : 'Add Question'}
      description="Press “Save Form” afterwards to save it for everyone."
      draft={`settings/question/${question?.id ?? 'new'}`}
      schema={typed}
      onSubmit={async ({ text, type }) => {
        // Answers are stored by the id, and those of another kind would not fit.
        onDone({ id: question?.type === type ? question.id : newId(), text, type });
      }}
      submitLabel={question ? 'Update Form' : 'Add to Form'}
      busyLabel="Updating..."
      needs={['text']}
    >
      <TextField
        name="text"
        label="Question"
        hint={
          question
            ? 'Clients read it. Answers stay when you improve the words. For another question, remove this one and add it.'
            : 'Clients read it.'
        }
        defaultValue={question?.text ?? ''}
        required
      />
      <SelectField name="type" label="Kind of Answer" options={KINDS} defaultValue={question?.type ?? 'line'} />
    </FormDialog>
  );
}
