import { DialogBody } from '@chakra-ui/react/dialog';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Document } from '#shared/contract/documents.ts';
import { DocumentActions } from '../../../parts/document/document-actions.tsx';
import { Select } from '../../../ui/eager/controls.tsx';
import type { DialogState } from '../../../ui/eager/lazy-dialog.tsx';
import { ActionButton } from '../../../ui/feedback/action-button.tsx';
import { Modal } from '../../../ui/overlay/modal.tsx';
import { StageOptions } from '../stage-options.tsx';
import { moveDocument } from './changes.ts';

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

/** Previews, downloads or moves a document. */
export default function DocumentDialog({ document, ...dialog }: DialogState & { document: Document }) {
  return (
    <Modal title={document.name} {...dialog}>
      <DocumentActions document={document} />
      <DialogBody display="grid" gap="1.5" borderTopWidth="1px" pt="4">
        <MoveDocument document={document} onMoved={dialog.onClose} />
      </DialogBody>
    </Modal>
  );
}
