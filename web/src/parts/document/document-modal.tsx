import { Box } from '@chakra-ui/react/box';
import { DialogBody, DialogFooter } from '@chakra-ui/react/dialog';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useMutation } from '@tanstack/react-query';
import { Download, Eye } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Document } from '#shared/contract/documents.ts';
import type { DialogState } from '../../ui/eager/lazy-dialog.tsx';
import { ActionButton } from '../../ui/feedback/action-button.tsx';
import { Modal } from '../../ui/overlay/modal.tsx';
import { documentFacts, downloadDocument } from './documents.ts';
import { previewDocument } from './preview.ts';
import { openingLabel, useDownload } from './use-download.ts';

const Blocked = ({ address }: { address: string }) => (
  <Box role="alert" bg="brand.subtle" color="brand.fg" borderRadius="l2" px="3" py="2" textStyle="sm">
    Your browser blocked the preview.{' '}
    <chakra.a href={address} target="_blank" rel="noopener noreferrer" textDecoration="underline" fontWeight="medium">
      Open the preview
    </chakra.a>
  </Box>
);

const OPENING = 'Opening...';

function Preview({ document, onBlocked }: { document: Document; onBlocked: (address: string) => void }) {
  const { mutateAsync } = useMutation(previewDocument);
  const { busyLabel = OPENING, cancel, track } = useDownload();
  // Opens the tab within the click, as Safari blocks tabs that open after the download.
  const preview = async () => {
    const tab = window.open('about:blank', '_blank');
    if (tab) {
      tab.document.title = document.name;
      tab.document.body.textContent = OPENING;
    }
    try {
      const address = await track((options) => {
        const onProgress = (fraction: number) => {
          options.onProgress?.(fraction);
          if (tab) tab.document.body.textContent = openingLabel(fraction);
        };
        return mutateAsync({ document, tab, ...options, onProgress });
      });
      if (!tab) return onBlocked(address);
      tab.opener = null;
      tab.location.replace(address);
    } catch (error) {
      tab?.close();
      throw error;
    }
  };
  return (
    <ActionButton
      variant="outline"
      onAction={preview}
      busyLabel={busyLabel}
      onCancel={busyLabel === OPENING ? undefined : cancel}
    >
      <Eye aria-hidden />
      Preview in Browser
    </ActionButton>
  );
}

function DownloadButton({ document }: { document: Document }) {
  const { mutateAsync } = useMutation(downloadDocument);
  const { busyLabel, cancel, track } = useDownload();
  const download = () => track((options) => mutateAsync({ ...document, ...options }));
  return (
    <ActionButton
      onAction={download}
      busyLabel={busyLabel ?? 'Downloading...'}
      onCancel={busyLabel === undefined ? undefined : cancel}
    >
      <Download aria-hidden />
      Download
    </ActionButton>
  );
}

const whyNoPreview = ({ type }: Document) =>
  type === 'application/pdf'
    ? 'This PDF has no preview because it may contain a script or an attached file. Download it to open it.'
    : 'This type of file has no preview. Download it to open it.';

interface Props extends DialogState {
  document: Document;
  /** Further actions, below the buttons. */
  children: ReactNode;
}

/** Previews or downloads a document. Only types that are safe in a browser have a preview. */
export function DocumentModal({ document, children, ...dialog }: Props) {
  const [blocked, setBlocked] = useState<string>();
  return (
    <Modal title={document.name} {...dialog}>
      <DialogBody display="grid" gap="3">
        <Text color="fg.muted" textStyle="sm">
          {documentFacts(document)}
        </Text>
        {!document.preview && <Text textStyle="sm">{whyNoPreview(document)}</Text>}
        {blocked && <Blocked address={blocked} />}
      </DialogBody>
      <DialogFooter flexWrap="wrap" css={{ '& > *': { flex: { base: '1 1 auto', sm: '0 0 auto' } } }}>
        {document.preview && <Preview document={document} onBlocked={setBlocked} />}
        <DownloadButton document={document} />
      </DialogFooter>
      {children}
    </Modal>
  );
}
