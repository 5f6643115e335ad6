import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { Copy, ExternalLink, RefreshCw, ScanEye } from 'lucide-react';
import type { FullClient } from '#shared/contract/clients.ts';
import { PortalLinkField } from '../../../parts/link/portal-link-field.tsx';
import { usePortalLink } from '../../../parts/link/use-portal-link.ts';
import { ActionButton } from '../../../ui/feedback/action-button.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { DialogButton } from '../../../ui/overlay/dialog-button.tsx';
import { lazyDialog } from '../../../ui/overlay/lazy-dialog.tsx';

const RegenerateDialog = lazyDialog(() => import('./regenerate-dialog.tsx'));

/** The link, hidden until it is asked for, with buttons to copy and open it. */
function Link({ id }: { id: string }) {
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

/** The client's portal link: to read, copy, open and replace (product 2). */
export const PortalAccess = ({ client: { id, link } }: { client: FullClient }) => (
  <Panel title="Client Portal Access">
    <Text color="fg.muted" mb="3">
      Anyone with this link can see the client’s journey and documents. Share it with the client only.
    </Text>
    {/* A new link starts hidden. */}
    <Link key={link.issuedAt} id={id} />
    <DialogButton
      mt="2"
      variant="outline"
      colorPalette="red"
      dialog={(state) => <RegenerateDialog id={id} {...state} />}
    >
      <RefreshCw aria-hidden />
      Regenerate Link
    </DialogButton>
  </Panel>
);
