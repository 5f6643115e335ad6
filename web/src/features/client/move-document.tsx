import { chakra } from '@chakra-ui/react/styled-system';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import type { Document } from '#shared/documents.ts';
import { useBusy } from '../../lib/use-busy.ts';
import { Select } from '../../ui/controls.tsx';
import { moveDocument } from './document-queries.ts';
import { StageOptions } from './stage-options.tsx';

/** Moves a document to another stage, or to none, as soon as that is chosen; calls `onMoved` once it is there. */
export function MoveDocument({ document, onMoved }: { document: Document; onMoved: () => void }) {
  const { mutateAsync, variables } = useMutation(moveDocument(document.clientId));
  const [busy, run] = useBusy();
  const id = useId();
  const chosen = busy && variables?.body && 'stageId' in variables.body ? variables.body.stageId : document.stageId;
  const move = async (stageId: string | null) => {
    const sent = { params: { id: document.id }, body: { stageId } };
    if (await run(() => mutateAsync(sent))) onMoved();
  };
  return (
    <>
      <chakra.label htmlFor={id} textStyle="sm" fontWeight="medium">
        Move to stage
      </chakra.label>
      <Select
        id={id}
        value={chosen ?? ''}
        aria-disabled={busy || undefined}
        aria-busy={busy}
        onChange={(event) => !busy && move(event.target.value || null)}
      >
        <StageOptions />
      </Select>
    </>
  );
}
