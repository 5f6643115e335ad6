import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { useMutation } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef } from 'react';
import * as z from 'zod/mini';
import type { FullClient } from '#shared/contract/clients.ts';
import { text } from '#shared/contract/fields.ts';
import { notify } from '../../lib/notify.ts';
import { MailNotice } from '../../parts/mail-notice.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Form, SubmitButton } from '../../ui/form.tsx';
import { Panel } from '../../ui/panel.tsx';
import { updateClientInformation } from './queries.ts';

const typed = z.object({ name: text(), email: text(), phone: text() });
const REQUIRED = 'Name and email are required';

function useSave({ id, phone: saved }: FullClient, isTouched: RefObject<boolean>) {
  const { mutateAsync } = useMutation(updateClientInformation);
  return async ({ name, email, phone }: z.infer<typeof typed>) => {
    const contact = { name, email, ...((phone || saved) && { phone: phone || null }) };
    if (name && email) {
      const client = await mutateAsync({ params: { id }, body: contact });
      isTouched.current = false;
      return client;
    }
    notify({ title: 'Validation Error', description: REQUIRED }, 'error');
    throw new Error(REQUIRED);
  };
}

/** A client's name and contact; a blank phone is not sent (product 5), but where there was one it is taken away. */
export function ClientInformation({ client }: { client: FullClient }) {
  const isTouched = useRef(false);
  const save = useSave(client, isTouched);
  const touch = (to: boolean) => () => {
    isTouched.current = to;
  };
  const { name, email, phone, mailProblem } = client;
  const reset = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: shows what was saved as it was saved, but not over what is being typed
  useEffect(() => {
    if (!isTouched.current) reset.current?.form?.reset();
  }, [name, email, phone]);
  return (
    <Panel title="Client Information">
      <Form schema={typed} onSubmit={save}>
        <Grid gap="4" onInput={touch(true)}>
          <TextField name="name" label="Name" defaultValue={name} autoComplete="off" required />
          <TextField name="email" label="Email" type="email" defaultValue={email} autoComplete="off" required />
          <MailNotice problem={mailProblem}>Ask the client for another one and save it here.</MailNotice>
          <TextField name="phone" label="Phone" type="tel" defaultValue={phone ?? ''} autoComplete="off" />
          <Flex gap="2">
            <SubmitButton busyLabel="Saving...">Save Changes</SubmitButton>
            <Button ref={reset} type="reset" onClick={touch(false)} variant="outline" colorPalette="gray">
              Reset
            </Button>
          </Flex>
        </Grid>
      </Form>
    </Panel>
  );
}
