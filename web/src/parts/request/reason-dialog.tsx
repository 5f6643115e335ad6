import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import * as z from 'zod/mini';
import { requiredText } from '#shared/contract/fields.ts';
import type { DocumentRequest } from '#shared/contract/requests.ts';
import { REQUEST_LIMITS } from '#shared/rules/limits.ts';
import { REQUEST_TEXTS } from '#shared/rules/request-texts.ts';
import type { DialogState } from '../../ui/eager/lazy-dialog.tsx';
import { TextAreaField } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import type { ModalProps } from '../../ui/overlay/modal.tsx';
import type { Notice } from '../../ui/overlay/notice.ts';
import { Words } from '../../ui/text/words.tsx';
import { decideRequest, type NamedRequest } from './request-changes.ts';
import { useSeenVersion } from './use-seen-version.ts';

/** Reasons that staff choose most. */
const QUICK_REASONS = [
  'The picture is too blurred to read.',
  'A page is missing.',
  'It is out of date.',
  'It is for another person.',
  'We need the whole page, corner to corner.',
] as const;

const typed = z.object({ reason: requiredText(REQUEST_LIMITS.text, REQUEST_TEXTS.reason) });

const KINDS = {
  return: { title: 'Send Back', about: 'The client sends it again. What came before stays on the page.' },
  more: { title: 'Ask for More', about: 'The client adds to what it has sent.' },
} as const;

/** Adds a sentence to the field, once. */
function addSentence(field: HTMLTextAreaElement | null, sentence: string) {
  if (!field || field.value.includes(sentence)) return;
  field.value = [field.value.trim(), sentence].filter(Boolean).join(' ');
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

interface Props extends DialogState, Pick<ModalProps, 'finalFocus'> {
  request: Pick<DocumentRequest, 'id' | 'version'> & NamedRequest;
  decision: keyof typeof KINDS;
  notice: Notice | undefined;
  /** Called once the decision is stored. */
  onSent?: () => void;
}

/** Sends a request back, or requests more for it, with the reason that the client reads. */
export default function ReasonDialog({ request, decision, onSent, ...dialog }: Props) {
  const { id, title, version } = request;
  const field = useRef<HTMLTextAreaElement>(null);
  const { mutateAsync, isError } = useMutation(decideRequest(decision, request));
  const seen = useSeenVersion(version, { open: dialog.open, isRefused: isError });
  const kind = KINDS[decision];
  return (
    <FormDialog
      {...dialog}
      title={kind.title}
      draft={`request/${id}/${decision}`}
      schema={typed}
      onSubmit={({ reason }) => mutateAsync({ params: { id }, body: { version: seen, decision, reason } }).then(onSent)}
      submitLabel={kind.title}
      busyLabel="Sending..."
      needs={['reason']}
    >
      <Text color="fg.muted">
        <Words>{title}</Words>
        <span>{`: ${kind.about}`}</span>
      </Text>
      <Flex role="group" aria-label="Quick reasons" gap="2" wrap="wrap">
        {QUICK_REASONS.map((sentence) => (
          <Button
            key={sentence}
            size="xs"
            variant="outline"
            colorPalette="gray"
            height="auto"
            py="1"
            whiteSpace="normal"
            textAlign="start"
            onClick={() => addSentence(field.current, sentence)}
          >
            {sentence}
          </Button>
        ))}
      </Flex>
      <TextAreaField
        ref={field}
        name="reason"
        label="What should the client change?"
        hint="The client reads this."
        rows={3}
        required
      />
    </FormDialog>
  );
}
