import { DialogBody, DialogFooter } from '@chakra-ui/react/dialog';
import { Text } from '@chakra-ui/react/text';
import { type ReactNode, useState } from 'react';
import type { Document } from '#shared/contract/documents.ts';
import type { DialogState } from '../../ui/eager/lazy-dialog.tsx';
import { Modal } from '../../ui/overlay/modal.tsx';
import { Blocked, DownloadButton, PreviewButton } from './document-buttons.tsx';
import { documentFacts } from './documents.ts';

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
        {document.preview && (
          <PreviewButton document={document} onBlocked={setBlocked}>
            Preview in Browser
          </PreviewButton>
        )}
        <DownloadButton document={document}>Download</DownloadButton>
      </DialogFooter>
      {children}
    </Modal>
  );
}
