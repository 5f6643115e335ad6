import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Document } from '#shared/contract/documents.ts';
import { ActionButton } from '../../../ui/feedback/action-button.tsx';
import { Select } from '../../../ui/form/controls.tsx';
import { StageOptions } from '../journey/stage-options.tsx';
import { moveDocument } from './changes.ts';

/** Moves a document to another stage, or to none; calls `onMoved` once it is there. */
export function MoveDocument({ document, onMoved }: { document: Document; onMoved: () => void }) {
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
