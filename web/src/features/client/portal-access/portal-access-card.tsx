import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { Text } from '@chakra-ui/react/text';
import { useMutation } from '@tanstack/react-query';
import { Copy, Mail, ScanEye } from 'lucide-react';
import { UNDELIVERED_ADVICE } from '#shared/rules/clients.ts';
import { MailNotice } from '../../../parts/link/mail-notice.tsx';
import { emailPortalLink } from '../../../parts/link/portal-link.ts';
import { PortalLinkField } from '../../../parts/link/portal-link-field.tsx';
import { usePortalLink } from '../../../parts/link/use-portal-link.ts';
import { ActionButton } from '../../../ui/feedback/action-button.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { useClient } from '../client-context.ts';
import { useSection } from '../sections.ts';
import { Devices } from './devices.tsx';
import { LinkState } from './link-state.tsx';
import { StepUpChoice } from './step-up-choice.tsx';

const LOOK = { size: 'xs', variant: 'outline', colorPalette: 'gray', flex: '1' } as const;

function EmailLink() {
  const { id, email, mailProblem } = useClient().client;
  const { mutateAsync } = useMutation(emailPortalLink(email));
  return (
    <ActionButton
      {...LOOK}
      disabled={mailProblem !== null}
      onAction={() => mutateAsync({ params: { id } })}
      busyLabel="Sending..."
    >
      <Mail aria-hidden />
      Email Link
    </ActionButton>
  );
}

/** The link with what can be done with it. */
function Link() {
  const { link, reveal, copy } = usePortalLink(useClient().client.id);
  return (
    <>
      <PortalLinkField link={link} />
      <Flex gap="2" mt="3" wrap="wrap">
        <ActionButton {...LOOK} onAction={copy}>
          <Copy aria-hidden />
          Copy Link
        </ActionButton>
        <EmailLink />
        {!link && (
          <ActionButton {...LOOK} onAction={reveal}>
            <ScanEye aria-hidden />
            Show Link
          </ActionButton>
        )}
      </Flex>
    </>
  );
}

/** The client's secure link: to copy or to mail, and on which devices it opens. Reading it is recorded, so it is fetched only when asked for. */
export function PortalAccessCard() {
  const { mailProblem, link } = useClient().client;
  return (
    <Panel {...useSection('portal')} weight="plain" title="Client Portal Access">
      <Text textStyle="sm" color="fg.muted" mb="3">
        Anyone with this link can see the client’s journey. Share it with the client only.
      </Text>
      <MailNotice problem={mailProblem} mb="3">
        {UNDELIVERED_ADVICE}
      </MailNotice>
      {/* Anew where the link is, so that the former one is not shown any more. */}
      <Link key={link.issuedAt} />
      <Grid gap="4" mt="4" pt="4" borderTopWidth="1px" templateColumns="minmax(0, 1fr)">
        <LinkState />
        <StepUpChoice />
        <Devices />
      </Grid>
    </Panel>
  );
}
