import { DialogBody, DialogFooter } from '@chakra-ui/react/dialog';
import { Text } from '@chakra-ui/react/text';
import { useState } from 'react';
import type { Document } from '#shared/contract/documents.ts';
import { Blocked, DownloadButton, PreviewButton } from './document-buttons.tsx';
import { documentFacts } from './documents.ts';

/** Returns why a document is not shown in the browser, and what to do instead. */
export const whyNoPreview = ({ type }: Document) =>
  type === 'application/pdf'
    ? 'This PDF has no preview because it may contain a script or an attached file. Download it to open it.'
    : 'This type of file has no preview. Download it to open it.';

/** Content of a dialog that previews or downloads a document. Only types that are safe in a browser have a preview. */
export function DocumentActions({ document }: { document: Document }) {
  const [blocked, setBlocked] = useState<string>();
  return (
    <>
      <DialogBody display="grid" gap="3">
        <Text color="fg.muted" textStyle="sm">
          {documentFacts(document)}
        </Text>
        {!document.preview && <Text textStyle="sm">{whyNoPreview(document)}</Text>}
        {blocked && <Blocked address={blocked} />}
      </DialogBody>
      <DialogFooter
        flexWrap="wrap"
        css={{ '& > *': { flex: { base: '1 1 auto', sm: '0 0 auto' }, whiteSpace: 'normal' } }}
      >
        {document.preview && (
          <PreviewButton document={document} onBlocked={setBlocked}>
            Preview in Browser
          </PreviewButton>
        )}
        <DownloadButton document={document}>Download</DownloadButton>
      </DialogFooter>
    </>
  );
}
