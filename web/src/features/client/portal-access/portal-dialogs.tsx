import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { DialogBody, DialogFooter } from '@chakra-ui/react/dialog';
import { Grid } from '@chakra-ui/react/grid';
import { Skeleton } from '@chakra-ui/react/skeleton';
import { Text } from '@chakra-ui/react/text';
import { type MutationOptions, useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import * as z from 'zod/mini';
import type { AnswerOf } from '#shared/contract/api.ts';
import { requiredLine } from '#shared/contract/fields.ts';
import { LIMITS } from '#shared/rules/limits.ts';
import { formatMoment } from '../../../lib/text/format.ts';
import type { DialogState } from '../../../ui/eager/lazy-dialog.tsx';
import { ErrorState } from '../../../ui/eager/state.tsx';
import { ActionButton } from '../../../ui/feedback/action-button.tsx';
import { TextField } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import { Modal } from '../../../ui/overlay/modal.tsx';
import { Words } from '../../../ui/text/words.tsx';
import { useClient } from '../client-context.ts';
import { makePhrase, setStepUp } from './queries.ts';

const HALF = 4;

/** Shows the phrase in two halves. Its label makes screen readers spell it. */
const Phrase = ({ phrase, endsAt }: AnswerOf<'POST /api/clients/{id}/devices/phrase'>) => (
  <Box role="status" textAlign="center" py="4" bg="brand.subtle" borderRadius="l2">
    <Text
      role="img"
      aria-label={[...phrase].join(' ')}
      fontFamily="mono"
      fontWeight="semibold"
      textStyle={{ base: '3xl', sm: '5xl' }}
      letterSpacing="widest"
    >
      <span translate="no">{`${phrase.slice(0, HALF)} ${phrase.slice(HALF)}`}</span>
    </Text>
    <Text color="fg.muted" textStyle="sm" mt="1">
      {`Valid until ${formatMoment(endsAt, new Date())}, for one device`}
    </Text>
  </Box>
);

interface BodyProps {
  /** Id that the call takes: the client's, or another person's. */
  id: string;
  phrase?: MutationOptions<AnswerOf<'POST /api/clients/{id}/devices/phrase'>, Error, { params: { id: string } }>;
  name: string;
  phone: string | null;
  onClose: () => void;
}

/** Makes a phrase on mount, which is each time the dialog opens. */
function Body({ id, phrase = makePhrase, name, phone, onClose }: BodyProps) {
  const { data, error, isPending, mutate, mutateAsync } = useMutation(phrase);
  const sent = { params: { id } };
  useEffect(() => mutate({ params: { id } }), [mutate, id]);
  return (
    <>
      <DialogBody>
        <Grid gap="4">
          <Text>
            Call <Words>{name}</Words> on <span>{phone ?? 'a number that you know'}</span> to be sure who you are
            talking to. Then say:
          </Text>
          <Text borderStartWidth="3px" borderColor="brand.border" ps="3">
            “Open the link from my email, press <strong>My Adviser Gave Me 8 Letters</strong>, and type these letters:”
          </Text>
          {error && !isPending ? (
            <ErrorState title="Failed to make a phrase" error={error} onRetry={() => mutate(sent)} />
          ) : data ? (
            <Phrase {...data} />
          ) : (
            <Skeleton height="28" borderRadius="l2" />
          )}
        </Grid>
      </DialogBody>
      <DialogFooter>
        <ActionButton variant="outline" colorPalette="gray" onAction={() => mutateAsync(sent)} busyLabel="Making...">
          Make Another
        </ActionButton>
        <Button onClick={onClose}>Done</Button>
      </DialogFooter>
    </>
  );
}

/** Shows a phrase that confirms a device over the phone, for clients who cannot receive the emailed code. */
export function PhraseDialog({ open, ...body }: DialogState & BodyProps) {
  return (
    <Modal title="Confirm a Device by Phone" open={open} onClose={body.onClose}>
      <Body {...body} />
    </Modal>
  );
}

const typed = z.object({ stepUpReason: requiredLine(LIMITS.title, 'Enter a reason') });

/** Requests the reason for "Never ask for a code", which goes into the audit log. */
export function ReasonDialog(dialog: DialogState) {
  const { id } = useClient().client;
  const { mutateAsync } = useMutation(setStepUp(id));
  return (
    <FormDialog
      {...dialog}
      schema={typed}
      onSubmit={({ stepUpReason }) => mutateAsync({ params: { id }, body: { stepUp: 'off', stepUpReason } })}
      title="Never ask for a code?"
      draft={`reason/${id}`}
      description="Anyone with the link can then open this client’s portal, whatever the firm’s settings. The reason is kept in the audit log."
      submitLabel="Never Ask"
      busyLabel="Saving..."
      needs={['stepUpReason']}
    >
      <TextField name="stepUpReason" label="Reason" placeholder="Has no email account of their own" required />
    </FormDialog>
  );
}
