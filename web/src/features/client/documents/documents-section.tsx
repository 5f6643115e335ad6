import { Box } from '@chakra-ui/react/box';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { Document } from '#shared/contract/documents.ts';
import { flatStages, isWithin } from '#shared/rules/journey.ts';
import { countOf } from '#shared/rules/words.ts';
import { anchorOf } from '../../../parts/notices.ts';
import { Select } from '../../../ui/controls.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { ErrorState, Skeletons } from '../../../ui/state.tsx';
import { useClient } from '../client-context.ts';
import { Disclosure } from '../disclosure.tsx';
import { StageOptions } from '../journey/stage-options.tsx';
import { usePanel } from '../use-place.tsx';
import { DocumentList } from './document-list.tsx';
import { documentsQuery } from './queries.ts';
import { UploadButton } from './upload-button.tsx';

/** Uploads to a stage that is chosen first, or to none. */
function UploadTo() {
  const [stageId, setStageId] = useState('');
  return (
    <>
      <chakra.label srOnly htmlFor="upload-stage">
        Stage of the new document
      </chakra.label>
      <Select
        id="upload-stage"
        size="xs"
        width={{ base: '9rem', sm: '13rem' }}
        value={stageId}
        onChange={(event) => setStageId(event.target.value)}
      >
        <StageOptions />
      </Select>
      <UploadButton stageId={stageId || undefined} variant="solid" />
    </>
  );
}

interface GroupProps {
  title: string;
  documents: readonly Document[];
  stageId?: string;
}

function Group({ title, documents, stageId }: GroupProps) {
  const [chosen, setChosen] = useState<boolean>();
  const open = chosen ?? documents.length > 0;
  const { hash, key } = useLocation();
  const holdsTarget = documents.some((document) => hash === `#${anchorOf.documents(document.id)}`);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever follows the same link again is led here again
  useEffect(() => {
    if (holdsTarget) setChosen(true);
  }, [holdsTarget, key]);
  return (
    <Disclosure
      open={open}
      onToggle={() => setChosen(!open)}
      summary={
        <Box as="span" flex="1" display="flex" justifyContent="space-between" gap="3" textStyle="sm">
          {title}
          <Text as="span" color={documents.length ? 'fg.muted' : 'fg.subtle'} fontWeight="normal" whiteSpace="nowrap">
            {countOf(documents.length, 'document')}
          </Text>
        </Box>
      }
    >
      <DocumentList documents={documents} />
      {stageId && <UploadButton stageId={stageId} label={`Upload Document to ${title}`} variant="ghost" ms="-2" />}
    </Disclosure>
  );
}

function Groups({ documents }: { documents: readonly Document[] }) {
  const { stages } = useClient();
  const known = new Set(flatStages(stages).map(({ id }) => id));
  const unassigned = documents.filter(({ stageId }) => stageId === null || !known.has(stageId));
  return (
    <div>
      {stages.map((stage) => (
        <Group
          key={stage.id}
          title={`${stage.stageNumber}. ${stage.title}`}
          documents={documents.filter(isWithin(stage))}
          stageId={stage.id}
        />
      ))}
      <Group title="Unassigned Documents" documents={unassigned} />
    </div>
  );
}

/** The client's documents by stage, and those that belong to none (product 2). */
export function DocumentsSection() {
  const { id } = useClient().client;
  const { data, error, refetch } = useQuery(documentsQuery(id));
  const { panel } = usePanel('documents');
  return (
    <Panel {...panel} title="Documents by Stage" actions={<UploadTo />}>
      {data && <Groups documents={data} />}
      {!data && error && <ErrorState title="The documents could not be loaded" error={error} onRetry={refetch} />}
      {!data && !error && <Skeletons count={4} height="10" mb="2" />}
    </Panel>
  );
}
