import { useMutation } from '@tanstack/react-query';
import type { DialogState } from '../../ui/eager/lazy-dialog.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { AskFields, AskLabel } from './ask-fields.tsx';
import { askSchema, isAnyAsked, requestsFor } from './ask-schema.ts';
import { askForDocuments } from './requests.ts';

const firstBox = () => document.querySelector<HTMLElement>('[role=dialog] input[type=checkbox]');

/** Requests several documents from a client with one email. */
export default function AskDialog({ clientId, ...dialog }: DialogState & { clientId: string }) {
  const { mutateAsync } = useMutation(askForDocuments);
  return (
    <FormDialog
      {...dialog}
      title="Ask for Documents"
      size="lg"
      draft={`requests/${clientId}`}
      schema={askSchema}
      initialFocus={firstBox}
      onSubmit={(asked) => mutateAsync({ params: { id: clientId }, body: requestsFor(clientId, asked) })}
      submitLabel={<AskLabel />}
      busyLabel="Asking..."
      needs={isAnyAsked}
    >
      <AskFields />
    </FormDialog>
  );
}
