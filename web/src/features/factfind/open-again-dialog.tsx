import { Text } from '@chakra-ui/react/text';
import { useMutation } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { requiredText } from '#shared/contract/fields.ts';
import { REQUEST_LIMITS } from '#shared/rules/limits.ts';
import { REQUEST_TEXTS } from '#shared/rules/request-texts.ts';
import { useSeenVersion } from '../../parts/request/use-seen-version.ts';
import { TextAreaField } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import type { ActProps } from './head-acts.tsx';
import { openAgain } from './queries.ts';

const typed = z.object({ reason: requiredText(REQUEST_LIMITS.text, REQUEST_TEXTS.reason) });

/** Opens an agreed fact-find for the client again, with the reason that the client reads. */
export default function OpenAgainDialog({ factfind, notice, ...dialog }: ActProps) {
  const { clientId, id, version } = factfind.request;
  const { mutateAsync, isError } = useMutation(openAgain);
  const seen = useSeenVersion(version, { open: dialog.open, isRefused: isError });
  return (
    <FormDialog
      {...dialog}
      notice={notice}
      title="Open Fact-Find Again"
      draft={`open-again/${id}`}
      schema={typed}
      onSubmit={({ reason }) => mutateAsync({ params: { id: clientId }, body: { version: seen, asks: [], reason } })}
      submitLabel="Open Again"
      busyLabel="Opening..."
      needs={['reason']}
    >
      <Text color="fg.muted">The client can change the answers, and sends them again. The agreed copy stays.</Text>
      <TextAreaField
        name="reason"
        label="What should the client change?"
        hint="The client reads this."
        rows={3}
        required
      />
    </FormDialog>
  );
}
