import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { useMutation } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { Document } from '#shared/contract/documents.ts';
import { dueDate, nullableText } from '#shared/contract/fields.ts';
import type { Stage } from '#shared/contract/journey.ts';
import { REQUEST_LIMITS } from '#shared/rules/limits.ts';
import { errorToast } from '../../../lib/http/failure.ts';
import { useCurrent } from '../../../lib/query/use-current.ts';
import { keep, readKept } from '../../../lib/storage/storage.ts';
import { useMe } from '../../../parts/account/me.ts';
import { documentsQuery } from '../../../parts/document/documents.ts';
import { adviserChange } from '../../../parts/refreshes.ts';
import { useProposedDue } from '../../../parts/request/proposed-due.ts';
import { whyNoEmail } from '../../../parts/request/why-no-email.ts';
import type { DialogState } from '../../../ui/eager/lazy-dialog.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import { TextAreaField } from '../../../ui/form/fields.tsx';
import { Tick } from '../../../ui/form/tick.tsx';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import { deletedNotice, finalNotice, type Notice } from '../../../ui/overlay/notice.ts';
import { Words } from '../../../ui/text/words.tsx';
import { useClient } from '../client-context.ts';

const askForSignature = (noEmail: string | undefined) =>
  adviserChange('POST /api/documents/{id}/sign-request', {
    success: { title: 'Signature Requested', description: noEmail ?? 'The client is told by email.' },
    failure: { ...errorToast('Failed to ask for the signature'), server: true },
  });

const TICKED = 'on';

const asking = z.object({
  message: nullableText(REQUEST_LIMITS.text),
  dueDate,
  completes: z.optional(z.string()),
});

/** Remembers in this browser if an adviser's signatures complete their stages. */
function useCompletes() {
  const key = `complete-when-signed:${useMe().id}`;
  return { last: readKept(key) === TICKED, remember: (ticked: string) => void keep(key, ticked) };
}

function noticeOf({ keptAs, stageId }: Document, stage: Stage, isGone: boolean): Notice | undefined {
  if (isGone) return deletedNotice('document');
  if (keptAs === 'to-sign') return finalNotice('A colleague has already asked for this signature.');
  return stageId === stage.id ? undefined : finalNotice('A colleague has moved this document to another stage.');
}

/** Tick that the stage is completed by the signature. */
const Completes = ({ stageNumber, isOn }: { stageNumber: number; isOn: boolean }) => (
  <Flex as="label" gap="2.5" cursor="pointer">
    <Tick name="completes" defaultChecked={isOn} mt="0.5" />
    <span>{`Complete ${stageNumber} when it is signed`}</span>
  </Flex>
);

interface Props extends DialogState {
  document: Document;
  /** Stage of the document when the dialog was opened. */
  stage: Stage;
  /** Called once the signature is asked for. */
  onAsked: () => void;
}

/** Form that requests the client's signature of a document. */
export default function AskSignatureDialog({ document, stage, onAsked, ...dialog }: Props) {
  const { client } = useClient();
  const { current, isGone } = useCurrent(documentsQuery(document.clientId), document);
  const { last, remember } = useCompletes();
  const why = whyNoEmail(client);
  const noEmail = why && `No email goes out: ${why}.`;
  const { mutateAsync } = useMutation(askForSignature(noEmail));
  const isOffered = stage.status !== 'completed';
  const ask = async ({ completes, ...body }: z.output<typeof asking>) => {
    const isOn = completes === TICKED;
    await mutateAsync({ params: { id: document.id }, body: { ...body, completes: isOn } });
    if (isOffered) remember(isOn ? TICKED : '');
    onAsked();
  };
  return (
    <FormDialog
      {...dialog}
      title="Ask for a Signature"
      {...(noEmail && { description: noEmail })}
      draft={`signature/${document.id}`}
      schema={asking}
      notice={noticeOf(current, stage, isGone)}
      onSubmit={ask}
      submitLabel="Ask for Signature"
      busyLabel="Asking..."
    >
      <Box>
        <Words as="p" fontWeight="medium" mb="1" className="notranslate">
          {document.name}
        </Words>
        <Text color="fg.muted" textStyle="sm">
          <Words>{client.name}</Words>
          <span>
            {
              ' signs on their page, after a code that we email. Not for deeds, wills, powers of attorney, or forms that need ink.'
            }
          </span>
        </Text>
      </Box>
      <TextAreaField name="message" label="Message" hint="Optional. The client reads this." rows={3} />
      <DateField
        name="dueDate"
        label="Due"
        hint="Leave it blank if there is no hurry."
        defaultValue={useProposedDue()}
      />
      {isOffered && <Completes stageNumber={stage.stageNumber} isOn={last} />}
    </FormDialog>
  );
}
