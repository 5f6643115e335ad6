import { DialogBody } from '@chakra-ui/react/dialog';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import type { InputOf } from '#shared/contract/api.ts';
import type { Document } from '#shared/contract/documents.ts';
import { flatStages, SIGNED_STAGES } from '#shared/rules/journey.ts';
import { isSettled } from '#shared/rules/requests.ts';
import { DocumentActions } from '../../../parts/document/document-actions.tsx';
import { requestsQuery } from '../../../parts/request/requests.ts';
import { Select } from '../../../ui/eager/controls.tsx';
import { type DialogState, lazyDialog } from '../../../ui/eager/lazy-dialog.tsx';
import { ActionButton } from '../../../ui/feedback/action-button.tsx';
import { RowDialogButton } from '../../../ui/overlay/dialog-host.tsx';
import { Modal } from '../../../ui/overlay/modal.tsx';
import { useClient } from '../client-context.ts';
import { StageOptions } from '../stage-options.tsx';
import { moveDocument } from './changes.ts';
import { DeleteDocument } from './delete-document.tsx';

const AskSignatureDialog = lazyDialog(() => import('./ask-signature-dialog.tsx'));

interface PlaceProps {
  label: string;
  /** Id of the present stage or request; blank for none. */
  present: string;
  /** Name of the button, and while it is busy. */
  act: readonly [name: string, busyLabel: string];
  onSave: (chosen: string | null) => Promise<unknown>;
  children: ReactNode;
}

function Place({ label, present, act: [name, busyLabel], onSave, children }: PlaceProps) {
  const [chosen, setChosen] = useState(present);
  const id = useId();
  return (
    <>
      <chakra.label htmlFor={id} textStyle="sm" fontWeight="medium">
        {label}
      </chakra.label>
      <Flex gap="2">
        <Select id={id} value={chosen} onChange={(event) => setChosen(event.target.value)}>
          {children}
        </Select>
        <ActionButton
          variant="outline"
          disabled={chosen === present}
          onAction={() => onSave(chosen || null)}
          busyLabel={busyLabel}
        >
          {name}
        </ActionButton>
      </Flex>
    </>
  );
}

function MoveDocument({ document, onMoved }: { document: Document; onMoved: () => void }) {
  const { id, clientId, stageId, requestId } = document;
  const { mutateAsync } = useMutation(moveDocument);
  const { data: requests = [] } = useQuery(requestsQuery(clientId));
  const open = requests.filter(
    (request) => request.kind === 'file' && (!isSettled(request) || request.id === requestId),
  );
  const move = async (body: InputOf<'PATCH /api/documents/{id}'>) => {
    await mutateAsync({ params: { id }, body });
    onMoved();
  };
  return (
    <>
      <Place
        label="Move to stage"
        present={stageId ?? ''}
        act={['Move', 'Moving...']}
        onSave={(chosen) => move({ stageId: chosen })}
      >
        <StageOptions />
      </Place>
      {open.length > 0 && (
        <Place
          label="File under request"
          present={requestId ?? ''}
          act={['File', 'Filing...']}
          onSave={(chosen) => move({ requestId: chosen })}
        >
          <option value="">None</option>
          {open.map((request) => (
            <option key={request.id} value={request.id}>
              {request.title}
            </option>
          ))}
        </Place>
      )}
    </>
  );
}

/** Returns the stage of a document that a client can be asked to sign; undefined for other documents. */
function useStageToSign({ type, stageId, keptAs }: Document) {
  const { client, stages } = useClient();
  if (client.completed || type !== 'application/pdf' || keptAs === 'to-sign' || keptAs === 'signed') return;
  return flatStages(stages).find(({ id, stageNumber }) => id === stageId && SIGNED_STAGES.includes(stageNumber));
}

function AskForSignature({ document, onAsked }: { document: Document; onAsked: () => void }) {
  const stage = useStageToSign(document);
  return (
    stage && (
      <RowDialogButton
        size="sm"
        variant="outline"
        justifySelf="start"
        mb="2"
        dialog={(state) => <AskSignatureDialog document={document} stage={stage} onAsked={onAsked} {...state} />}
      >
        Ask for a Signature…
      </RowDialogButton>
    )
  );
}

const EVIDENCE = 'This is evidence of a signature and stays as long as the client.';
const WHY_KEPT: Readonly<Record<NonNullable<Document['keptAs']>, string>> = {
  agreed: 'This is the agreed fact-find and stays as long as the client.',
  'to-sign': 'A signature is asked for. Waive that request first to move or delete this document.',
  original: EVIDENCE,
  signed: EVIDENCE,
};

/** Previews, downloads, moves or deletes a document, files it under a request, or requests its signature. */
export default function DocumentDialog({ document, ...dialog }: DialogState & { document: Document }) {
  return (
    <Modal title={document.name} {...dialog}>
      <DocumentActions document={document} />
      <DialogBody display="grid" gap="1.5" borderTopWidth="1px" pt="4">
        <AskForSignature document={document} onAsked={dialog.onClose} />
        {document.keptAs ? (
          <Text textStyle="sm">{WHY_KEPT[document.keptAs]}</Text>
        ) : (
          <>
            <MoveDocument document={document} onMoved={dialog.onClose} />
            <DeleteDocument document={document} onDeleted={dialog.onClose} />
          </>
        )}
      </DialogBody>
    </Modal>
  );
}
