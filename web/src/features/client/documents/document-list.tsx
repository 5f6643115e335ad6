import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useMutation, useQuery } from '@tanstack/react-query';
import { FileImage, FileText, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import type { Document } from '#shared/contract/documents.ts';
import { flatStages } from '#shared/rules/journey.ts';
import { anchorOf } from '#shared/rules/notices.ts';
import { useFocusFallback } from '../../../lib/screen/use-focus-fallback.ts';
import { documentFacts } from '../../../parts/document/documents.ts';
import { loasQuery } from '../../../parts/loa/loas.ts';
import { requestsQuery } from '../../../parts/request/requests.ts';
import { lazyDialog } from '../../../ui/eager/lazy-dialog.tsx';
import { Words } from '../../../ui/text/words.tsx';
import { useClient } from '../client-context.ts';
import { DeleteButton } from '../delete-button.tsx';
import { stageLabel } from '../journey-facts.ts';
import { useTarget } from '../navigation.ts';
import { tasksQuery } from '../queries.ts';
import { ShortenedList } from '../shortened-list.tsx';
import { deleteDocument } from './changes.ts';

const DocumentDialog = lazyDialog(() => import('./document-dialog.tsx'));

const iconOf = (type: string): LucideIcon => (type.startsWith('image/') ? FileImage : FileText);

const NameButton = chakra('button', {
  base: {
    textAlign: 'start',
    textStyle: 'sm',
    fontWeight: 'medium',
    cursor: 'pointer',
    borderRadius: 'l1',
    _hover: { textDecoration: 'underline' },
    focusVisibleRing: 'outside',
  },
});

/** Says what a deleted document does to its request and to the letter that it is the signed document of. */
function Effects({ document: { id, clientId, requestId, round, uploadedBy } }: { document: Document }) {
  const { data: requests = [] } = useQuery({ ...requestsQuery(clientId), retryOnMount: false });
  const { data: loas = [] } = useQuery({ ...loasQuery(clientId), retryOnMount: false });
  const reopened = requests.find(
    ({ id, state, files, answer, ...request }) =>
      id === requestId && state === 'submitted' && files === 1 && answer === null && request.round === round,
  );
  const loa = loas.find(({ documentId }) => documentId === id);
  return (
    <>
      {reopened && uploadedBy === 'adviser' && (
        <span>
          The request for “<Words>{reopened.title}</Words>” is then open again.{' '}
        </span>
      )}
      {loa && (
        <span>
          The letter of authority to <Words>{loa.provider}</Words> stays without it.{' '}
        </span>
      )}
    </>
  );
}

function DeleteDocument({ document }: { document: Document }) {
  const { id, name } = document;
  const { mutateAsync } = useMutation(deleteDocument);
  return (
    <DeleteButton
      kind="Document"
      name={name}
      text={
        <span>
          “<Words>{name}</Words>” will be permanently removed. <Effects document={document} />
          <span>This action cannot be undone.</span>
        </span>
      }
      onDelete={() => mutateAsync({ params: { id } })}
    />
  );
}

/** Names the sub-stage of a document, because its group names only the top-level stage. */
function SubStage({ stageId }: { stageId: string | null }) {
  const stage = flatStages(useClient().stages).find(
    ({ id, parentStageId }) => id === stageId && parentStageId !== null,
  );
  return (
    stage && (
      <Text textStyle="xs" color="fg.muted">
        {stageLabel(stage)}
      </Text>
    )
  );
}

function TaskTitle({ taskId }: { taskId: string }) {
  const { data } = useQuery({ ...tasksQuery(useClient().client.id), retryOnMount: false });
  const task = data?.find(({ id }) => id === taskId);
  return (
    task && (
      <Text textStyle="xs" color="fg.muted">
        For “<Words>{task.title}</Words>”
      </Text>
    )
  );
}

function RequestTitle({ requestId }: { requestId: string }) {
  const { data } = useQuery({ ...requestsQuery(useClient().client.id), retryOnMount: false });
  const request = data?.find(({ id }) => id === requestId);
  return (
    request && (
      <Text textStyle="xs" color="fg.muted">
        For “<Words>{request.title}</Words>”
      </Text>
    )
  );
}

function DocumentRow({ document }: { document: Document }) {
  const [open, setOpen] = useState(false);
  const Icon = iconOf(document.type);
  return (
    <Flex as="li" {...useTarget(anchorOf.documents(document.id))} align="center" gap="2.5" py="1" minW="0">
      <Box color="brand.fg" flexShrink="0">
        <Icon size={18} aria-hidden />
      </Box>
      <Box flex="1" minW="0">
        <NameButton ref={useFocusFallback()} type="button" onClick={() => setOpen(true)}>
          <Words className="notranslate">{document.name}</Words>
        </NameButton>
        <SubStage stageId={document.stageId} />
        {document.taskId && <TaskTitle taskId={document.taskId} />}
        {document.requestId && <RequestTitle requestId={document.requestId} />}
        <Text textStyle="xs" color="fg.muted">
          {documentFacts(document)}
        </Text>
      </Box>
      <DeleteDocument document={document} />
      <DocumentDialog document={document} open={open} onClose={() => setOpen(false)} />
    </Flex>
  );
}

const NONE: ReadonlySet<string> = new Set();

interface Props {
  documents: readonly Document[];
  /** Number of documents shown at first; all by default. */
  most?: number;
  /** Ids of documents that are shown in any case. */
  newIds?: ReadonlySet<string>;
  noun?: string;
}

export const DocumentList = ({ documents, most = documents.length, newIds = NONE, noun = 'Documents' }: Props) =>
  documents.length === 0 ? (
    <Text textStyle="sm" color="fg.muted" py="1">
      No documents
    </Text>
  ) : (
    <ShortenedList items={documents} most={most} newIds={newIds} noun={noun} anchorOf={anchorOf.documents}>
      {(document) => <DocumentRow key={document.id} document={document} />}
    </ShortenedList>
  );
