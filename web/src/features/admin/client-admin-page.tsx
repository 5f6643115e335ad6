import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { Text } from '@chakra-ui/react/text';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ArrowLeft, Copy, ExternalLink, RefreshCw, ScanEye, UserX } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link, useParams } from 'react-router';
import * as z from 'zod/mini';
import type { FullClient } from '#shared/contract/clients.ts';
import { text } from '#shared/contract/fields.ts';
import { isVisible } from '#shared/rules/text.ts';
import { useFormDraft } from '../../lib/drafts/form-draft.ts';
import { ApiError } from '../../lib/http/api.ts';
import { clientPath, paths } from '../../lib/navigation/paths.ts';
import { notify } from '../../lib/screen/notify.ts';
import { clientQuery } from '../../parts/client/clients.ts';
import { DeleteClient } from '../../parts/dialogs/delete-client-dialog.tsx';
import { MailNotice } from '../../parts/link/mail-notice.tsx';
import { PortalLinkField } from '../../parts/link/portal-link-field.tsx';
import { regenerateToken } from '../../parts/link/renew-link.ts';
import { usePortalLink } from '../../parts/link/use-portal-link.ts';
import { EmptyState, ErrorState, PageLoading } from '../../ui/eager/state.tsx';
import { ActionButton } from '../../ui/feedback/action-button.tsx';
import { ConfirmButton } from '../../ui/feedback/confirm-button.tsx';
import { Restored } from '../../ui/form/draft-note.tsx';
import { EmailField } from '../../ui/form/email-field.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { Form, SubmitButton } from '../../ui/form/form.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { Words } from '../../ui/text/words.tsx';
import { updateClientInformation } from './queries.ts';

const typed = z.object({ name: text(), email: text(), phone: text() });
const REQUIRED = 'Name and email are required';

function useSave({ id }: FullClient, onSaved: () => void) {
  const { mutateAsync } = useMutation(updateClientInformation);
  return async ({ name, email, phone }: z.infer<typeof typed>) => {
    if (isVisible(name) && isVisible(email)) {
      await mutateAsync({ params: { id }, body: { name, email, ...(phone && { phone }) } });
      return onSaved();
    }
    notify({ title: 'Validation Error', description: REQUIRED }, 'error');
    throw new Error(REQUIRED);
  };
}

/** Name and contact of a client. A blank phone is not sent, so the saved one reappears. */
function ClientInformation({ client }: { client: FullClient }) {
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: shows newly saved values, but not over typed ones
  useEffect(() => {
    if (!isTouched.current && !draft.isDirty()) reset.current?.form?.reset();
  }, [name, email, phone]);
  return (
    <Panel title="Client Information">
      <Form schema={typed} onSubmit={save} watch={draft.watch}>
        <Grid gap="4" onInput={touch(true)}>
          {draft.restored && <Restored isOutdated={draft.restored.isOutdated} onDiscard={showSaved} />}
          <TextField name="name" label="Name" defaultValue={name} required />
          <EmailField defaultValue={email} />
          <MailNotice problem={mailProblem}>Ask the client for another address and save it here.</MailNotice>
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

const REGENERATE = {
  title: 'Regenerate Link',
  text: 'The current link stops working immediately. You’ll need to send the client the new one.',
  confirm: 'Regenerate',
  busy: 'Regenerating...',
};

function LinkBox({ id }: { id: string }) {
  const { link, reveal, copy, open } = usePortalLink(id);
  return (
    <>
      <PortalLinkField link={link} />
      <Flex gap="2" mt="3" wrap="wrap">
        <ActionButton variant="outline" onAction={copy}>
          <Copy aria-hidden />
          Copy
        </ActionButton>
        <ActionButton variant="outline" onAction={open}>
          <ExternalLink aria-hidden />
          Open Portal
        </ActionButton>
        {!link && (
          <ActionButton variant="outline" onAction={reveal}>
            <ScanEye aria-hidden />
            Show Link
          </ActionButton>
        )}
      </Flex>
    </>
  );
}

function PortalAccess({ client: { id, link } }: { client: FullClient }) {
  const { mutateAsync } = useMutation(regenerateToken);
  return (
    <Panel title="Client Portal Access">
      <Text color="fg.muted" mb="3">
        Anyone with this link can see the client’s journey and documents. Share it with the client only.
      </Text>
      {/* A new link starts hidden. */}
      <LinkBox key={link.issuedAt} id={id} />
      <ConfirmButton
        mt="2"
        variant="outline"
        colorPalette="red"
        question={REGENERATE}
        onConfirm={() => mutateAsync({ params: { id } })}
      >
        <RefreshCw aria-hidden />
        Regenerate Link
      </ConfirmButton>
    </Panel>
  );
}

const DangerZone = ({ client }: { client: FullClient }) => (
  <Panel title="Danger Zone" borderColor="red.border">
    <Text color="fg.muted" mb="3">
      Deleting <Words>{client.name}</Words> permanently removes the journey, tasks, requests, plans, letters, messages
      and documents. Their portal link ends.
    </Text>
    <DeleteClient client={client} leadsTo={paths.dashboard} colorPalette="red">
      Delete Client
    </DeleteClient>
  </Panel>
);

const Back = ({ id }: { id: string }) => (
  <Button asChild variant="outline" colorPalette="gray">
    <Link to={clientPath(id)}>
      <ArrowLeft aria-hidden />
      Back
    </Link>
  </Button>
);

function Content({ id }: { id: string }) {
  const { data, isPending, error, refetch } = useQuery(clientQuery(id));
  if (isPending) return <PageLoading />;
  if (error instanceof ApiError && error.status === 404) return <EmptyState icon={UserX} title="Client not found" />;
  if (!data) return <ErrorState title="The client could not be loaded" error={error} onRetry={refetch} />;
  return (
    <Page title={data.name} subtitle="Client administration" actions={<Back id={id} />}>
      <Grid gap="6" templateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }} alignItems="start">
        <ClientInformation client={data} />
        <Grid gap="6" templateColumns="minmax(0, 1fr)">
          <PortalAccess client={data} />
          <DangerZone client={data} />
        </Grid>
      </Grid>
    </Page>
  );
}

export function Component() {
  const { id = '' } = useParams();
  return <Content key={id} id={id} />;
}
