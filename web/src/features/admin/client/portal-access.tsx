import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { Copy, ExternalLink, RefreshCw } from 'lucide-react';
import { notify } from '../../../lib/notify.ts';
import { portalLink } from '../../../lib/paths.ts';
import { copyLink } from '../../../parts/copy-link.ts';
import { Input } from '../../../ui/controls.tsx';
import { DialogButton } from '../../../ui/dialog-button.tsx';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { tokenQuery } from '../queries.ts';

const RegenerateDialog = lazyDialog(() => import('./regenerate-dialog.tsx'));
const UNAVAILABLE = 'Portal link not available';

const copy = (link: string | undefined) =>
  link ? copyLink(link) : notify({ title: 'Error', description: UNAVAILABLE }, 'error');

const OpenPortal = ({ link }: { link: string }) => (
  <Button asChild variant="outline">
    <a href={link} target="_blank" rel="noopener">
      <ExternalLink aria-hidden />
      Open Portal
    </a>
  </Button>
);

/** The client's link: to read, copy, open, and replace (product 2). */
export function PortalAccess({ id }: { id: string }) {
  const { data, isPending } = useQuery(tokenQuery(id));
  const link = data && portalLink(data.token);
  return (
    <Panel title="Client Portal Access">
      <Text color="fg.muted" mb="3">
        Anyone with this link can see the client’s journey and documents. Share it with the client only.
      </Text>
      <Input
        readOnly
        aria-label="Portal link"
        fontFamily="mono"
        textStyle="sm"
        value={link ?? (isPending ? 'Loading...' : UNAVAILABLE)}
        onFocus={(event) => event.target.select()}
      />
      <Flex gap="2" mt="3" wrap="wrap">
        <Button variant="outline" disabled={isPending} onClick={() => copy(link)}>
          <Copy aria-hidden />
          Copy
        </Button>
        {link && <OpenPortal link={link} />}
        <DialogButton variant="outline" colorPalette="red" dialog={(state) => <RegenerateDialog id={id} {...state} />}>
          <RefreshCw aria-hidden />
          Regenerate Link
        </DialogButton>
      </Flex>
    </Panel>
  );
}
