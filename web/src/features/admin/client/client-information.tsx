import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import * as z from 'zod/mini';
import type { FullClient } from '#shared/contract/clients.ts';
import { text } from '#shared/contract/fields.ts';
import { notify } from '../../../lib/screen/notify.ts';
import { MailNotice } from '../../../parts/link/mail-notice.tsx';
import { TextField } from '../../../ui/form/fields.tsx';
import { Form, SubmitButton } from '../../../ui/form/form.tsx';
import { useFormDraft } from '../../../ui/form/form-draft.ts';
import { Restored } from '../../../ui/form/text-note.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { updateClientInformation } from '../queries.ts';

const typed = z.object({ name: text(), email: text(), phone: text() });
const REQUIRED = 'Name and email are required';

function useSave({ id }: FullClient, onSaved: () => void) {
  const { mutateAsync } = useMutation(updateClientInformation);
  return async ({ name, email, phone }: z.infer<typeof typed>) => {
    if (name && email) {
      await mutateAsync({ params: { id }, body: { name, email, ...(phone && { phone }) } });
      return onSaved();
    }
    notify({ title: 'Validation Error', description: REQUIRED }, 'error');
    throw new Error(REQUIRED);
  };
}

/** A client's name and contact; a blank phone is not sent (product 5), so that the one there was is shown again. */
export function ClientInformation({ client }: { client: FullClient }) {
  const isTouched = useRef(false);
  const touch = (to: boolean) => () => {
    isTouched.current = to;
  };
  const { name, email, phone, mailProblem } = client;
  const draft = useFormDraft(`admin/${client.id}`);
  const reset = useRef<HTMLButtonElement>(null);
  const showSaved = () => {
    isTouched.current = false;
    draft.discard();
  };
  const save = useSave(client, showSaved);
  // biome-ignore lint/correctness/useExhaustiveDependencies: shows what was saved as it was saved, but not over what is being typed
  useEffect(() => {
    if (!isTouched.current && !draft.isDirty()) reset.current?.form?.reset();
  }, [name, email, phone]);
  return (
    <Panel title="Client Information">
      <Form schema={typed} onSubmit={save} watch={draft.watch}>
        <Grid gap="4" onInput={touch(true)}>
          {draft.restored && <Restored isOutdated={draft.restored.isOutdated} onDiscard={showSaved} />}
          <TextField name="name" label="Name" defaultValue={name} autoComplete="off" required />
          <TextField name="email" label="Email" type="email" defaultValue={email} autoComplete="off" required />
          <MailNotice problem={mailProblem}>Ask the client for another one and save it here.</MailNotice>
          <TextField
            name="phone"
            label="Phone"
            type="tel"
            hint={
              phone
                ? 'Leave blank to keep the current number. To remove it, use “Edit contact” on the client’s page.'
                : undefined
            }
            defaultValue={phone ?? ''}
            autoComplete="off"
          />
          <Flex gap="2">
            <SubmitButton busyLabel="Saving...">Save Changes</SubmitButton>
            <Button ref={reset} onClick={showSaved} variant="outline" colorPalette="gray">
              Reset
            </Button>
          </Flex>
        </Grid>
      </Form>
    </Panel>
  );
}
