import { DialogBody, DialogFooter } from '@chakra-ui/react/dialog';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Document } from '#shared/contract/documents.ts';
import { Select } from '../../../ui/eager/controls.tsx';
import type { DialogState } from '../../../ui/eager/lazy-dialog.tsx';
import { ActionButton } from '../../../ui/feedback/action-button.tsx';
import { Modal } from '../../../ui/overlay/modal.tsx';
import { StageOptions } from '../stage-options.tsx';
import { moveDocument } from './changes.ts';
import { Blocked, DownloadButton, PreviewButton } from './document-buttons.tsx';
import { documentFacts } from './document-list.tsx';

function MoveDocument({ document, onMoved }: { document: Document; onMoved: () => void }) {
  const { mutateAsync } = useMutation(moveDocument);
  const present = document.stageId ?? '';
  const [chosen, setChosen] = useState(present);
  const id = useId();
  const move = async () => {
    await mutateAsync({ params: { id: document.id }, body: { stageId: chosen || null } });
    onMoved();
  };
  return (
    <>
      <chakra.label htmlFor={id} textStyle="sm" fontWeight="medium">
        Move to stage
      </chakra.label>
      <Flex gap="2">
        <Select id={id} value={chosen} onChange={(event) => setChosen(event.target.value)}>
          <StageOptions />
        </Select>
        <ActionButton variant="outline" disabled={chosen === present} onAction={move} busyLabel="Moving...">
          Move
        </ActionButton>
      </Flex>
    </>
  );
}

const whyNoPreview = ({ type }: Document) =>
  type === 'application/pdf'
    ? 'This PDF has no preview because it may contain a script or an attached file. Download it to open it.'
    : 'This type of file has no preview. Download it to open it.';

/** Previews, downloads or moves a document. Only types that are safe in a browser have a preview. */
export default function DocumentDialog({ document, ...dialog }: DialogState & { document: Document }) {
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
      <DialogBody display="grid" gap="1.5" borderTopWidth="1px" pt="4">
        <MoveDocument document={document} onMoved={dialog.onClose} />
      </DialogBody>
    </Modal>
  );
}
