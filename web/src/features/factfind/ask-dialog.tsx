import { Text } from '@chakra-ui/react/text';
import * as z from 'zod/mini';
import { requiredText } from '#shared/contract/fields.ts';
import { FACTFIND_LIMITS } from '#shared/rules/limits.ts';
import type { DialogState } from '../../ui/eager/lazy-dialog.tsx';
import { TextAreaField } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { Words } from '../../ui/text/words.tsx';
import { placeKey, type ShownAnswer } from './shown-answers.ts';

const typed = z.object({ text: requiredText(FACTFIND_LIMITS.ask, 'Write your question') });

interface Props extends DialogState {
  clientId: string;
  shown: ShownAnswer;
  /** Question that was collected before. */
  collected: string | undefined;
  onCollect: (text: string) => void;
}

/** Collects a question about an answer. It is sent with the others, from the top of the page. */
export default function AskDialog({ clientId, shown, collected, onCollect, ...dialog }: Props) {
  return (
    <FormDialog
      {...dialog}
      title="Ask About an Answer"
      draft={`ask/${clientId}/${placeKey(shown)}`}
      schema={typed}
      onSubmit={async ({ text }) => onCollect(text)}
      submitLabel={collected === undefined ? 'Add Question' : 'Save'}
      busyLabel="Saving..."
      needs={['text']}
    >
      <Text color="fg.muted" whiteSpace="pre-wrap">
        {shown.question.text} <Words color="fg">{shown.words}</Words>
      </Text>
      <TextAreaField
        name="text"
        label="Question"
        hint="The client reads this at the answer. It is sent once you press “Ask” at the top of the page. Until then, it stays in this browser while you are signed in."
        rows={3}
        defaultValue={collected}
        required
      />
    </FormDialog>
  );
}
