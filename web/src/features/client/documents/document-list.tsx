import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { FileImage, FileText, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import type { Document } from '#shared/contract/documents.ts';
import { anchorOf } from '#shared/rules/anchors.ts';
import { flatStages } from '#shared/rules/journey.ts';
import { useFocusFallback } from '../../../lib/screen/use-focus-fallback.ts';
import { documentFacts } from '../../../parts/document/documents.ts';
import { requestsQuery } from '../../../parts/request/requests.ts';
import { lazyDialog } from '../../../ui/eager/lazy-dialog.tsx';
import { Words } from '../../../ui/text/words.tsx';
import { useClient } from '../client-context.ts';
import { stageLabel } from '../journey-facts.ts';
import { useTarget } from '../navigation.ts';
import { tasksQuery } from '../queries.ts';
import { ShortenedList } from '../shortened-list.tsx';

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

/** Names the sub-stage of a document, because its group names only the top-level stage. */
function SubStage({ stageId }: { stageId: string | null }) {
  const stage = flatStages(useClient().stages).find(
    ({ id, parentStageId }) => id === stageId && parentStageId !== null,
  );
  return stage && <span key={stage.id}>{stageLabel(stage)}</span>;
}

function TaskTitle({ taskId }: { taskId: string }) {
  const { data } = useQuery({ ...tasksQuery(useClient().client.id), retryOnMount: false });
  const task = data?.find(({ id }) => id === taskId);
  return (
    task && (
      <span>
        For “<Words>{task.title}</Words>”
      </span>
    )
  );
}

function RequestTitle({ requestId }: { requestId: string }) {
  const { data } = useQuery({ ...requestsQuery(useClient().client.id), retryOnMount: false });
  const request = data?.find(({ id }) => id === requestId);
  return (
    request && (
      <span>
        For “<Words>{request.title}</Words>”
      </span>
    )
  );
}

/** Words about a document that is neither moved nor deleted. */
const KEPT: Readonly<Record<NonNullable<Document['keptAs']>, string>> = {
  'to-sign': 'To be signed',
  original: 'Signed document',
  signed: 'Signed copy',
  agreed: 'Agreed fact-find',
};

function DocumentRow({ document }: { document: Document }) {
  const [open, setOpen] = useState(false);
  const Icon = iconOf(document.type);
  return (
    <Flex as="li" {...useTarget(anchorOf.documents(document.id))} align="baseline" gap="2.5" py="1" minW="0">
      <Box color="brand.fg" flexShrink="0" alignSelf="start" pt="0.5">
        <Icon size={18} aria-hidden />
      </Box>
      <Flex flex="1" minW="0" wrap="wrap" align="baseline" columnGap="3" textStyle="xs" color="fg.muted">
        <Box flex="1 1 auto" minW="0" color="fg">
          <NameButton ref={useFocusFallback()} type="button" onClick={() => setOpen(true)}>
            <Words className="notranslate">{document.name}</Words>
          </NameButton>
        </Box>
        <Flex wrap="wrap" columnGap="3">
          <SubStage stageId={document.stageId} />
          {document.taskId && <TaskTitle taskId={document.taskId} />}
          {document.requestId && <RequestTitle requestId={document.requestId} />}
          {document.keptAs && <span>{KEPT[document.keptAs]}</span>}
          <span>{documentFacts(document)}</span>
        </Flex>
      </Flex>
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
