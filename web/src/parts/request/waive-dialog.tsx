import { Text } from '@chakra-ui/react/text';
import { useMutation } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { nullableText } from '#shared/contract/fields.ts';
import type { DocumentRequest } from '#shared/contract/requests.ts';
import { REQUEST_LIMITS } from '#shared/rules/limits.ts';
import type { DialogState } from '../../ui/eager/lazy-dialog.tsx';
import { TextAreaField } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import type { Notice } from '../../ui/overlay/notice.ts';
import { Words } from '../../ui/text/words.tsx';
import { decideRequest, type NamedRequest } from './request-changes.ts';
import { useSeenVersion } from './use-seen-version.ts';

interface Props extends DialogState {
  request: Pick<DocumentRequest, 'id' | 'version'> & NamedRequest;
  notice: Notice | undefined;
}

const waiving = z.object({ reason: nullableText(REQUEST_LIMITS.text) });

export default function WaiveDialog({ request, ...dialog }: Props) {
  const { id, title, version } = request;
  const { mutateAsync, isError } = useMutation(decideRequest('waive', request));
  const seen = useSeenVersion(version, { open: dialog.open, isRefused: isError });
  return (
    <FormDialog
      {...dialog}
      title="Waive Request"
      draft={`request/${id}/waive`}
      schema={waiving}
      onSubmit={({ reason }) => mutateAsync({ params: { id }, body: { version: seen, decision: 'waive', reason } })}
      submitLabel="Waive"
      busyLabel="Waiving..."
    >
      <Text color="fg.muted">
        The client’s page shows “<Words>{title}</Words>” as no longer needed.
      </Text>
      <TextAreaField name="reason" label="Reason" hint="Optional. Only staff see this, never the client." rows={2} />
    </FormDialog>
  );
}
