import { Text } from '@chakra-ui/react/text';
import { useMutation, useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { dueDate } from '#shared/contract/fields.ts';
import { needsAgreement } from '#shared/rules/factfind-agreement.ts';
import { londonParts } from '#shared/rules/london.ts';
import { stagesQuery } from '../../parts/client/stages.ts';
import { useSeenVersion } from '../../parts/request/use-seen-version.ts';
import { DateField } from '../../ui/form/date-field.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import type { ActProps } from './head-acts.tsx';
import { acceptFactfind } from './queries.ts';
import { allAnswers } from './shown-answers.ts';

const accepting = z.object({ agreedOn: z.optional(dueDate) });

/** Accepts the answers. Staff who answered since the client last sent say when they agreed that with the client. */
export default function AcceptDialog({ factfind, notice, left, ...dialog }: ActProps & { left: number }) {
  const { clientId, id, version } = factfind.request;
  // For the offer to complete the stage.
  useQuery({ ...stagesQuery(clientId), enabled: dialog.open });
  const { mutateAsync, isError } = useMutation(acceptFactfind(clientId));
  const seen = useSeenVersion(version, { open: dialog.open, isRefused: isError });
  const isNeeded = needsAgreement(allAnswers(factfind), factfind.request.facts ?? {});
  return (
    <FormDialog
      {...dialog}
      notice={notice}
      title="Accept Fact-Find"
      draft={`accept/${id}`}
      schema={accepting}
      onSubmit={({ agreedOn = null }) =>
        mutateAsync({ params: { id: clientId }, body: { version: seen, ...(agreedOn && { agreedOn }) } })
      }
      submitLabel="Accept"
      busyLabel="Accepting..."
      needs={isNeeded ? ['agreedOn'] : []}
    >
      <Text>Makes a dated copy for both of you.</Text>
      {left > 0 && (
        <Text color="fg.muted">{left === 1 ? '1 question has no answer.' : `${left} questions have no answer.`}</Text>
      )}
      {isNeeded && (
        <DateField
          name="agreedOn"
          label="Agreed with the client on"
          hint="Staff gave answers that the client has not sent."
          max={londonParts(new Date()).date}
          required
        />
      )}
    </FormDialog>
  );
}
