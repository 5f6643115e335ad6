import { chakra } from '@chakra-ui/react/styled-system';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorState, Skeletons } from '../../../ui/feedback/state.tsx';
import { Select } from '../../../ui/form/controls.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { useClient } from '../client-context.ts';
import { StageOptions } from '../journey/stage-options.tsx';
import { usePanel } from '../use-place.tsx';
import { DocumentGroups } from './document-groups.tsx';
import { DropLayer } from './drop-layer.tsx';
import { documentsQuery } from './queries.ts';
import { UploadButton } from './upload-button.tsx';
import { UploadList } from './upload-list.tsx';
import { useUploads } from './uploads.ts';
import { useFileDrop } from './use-file-drop.ts';

interface UploadToProps {
  /** The stage that was chosen, blank for none. */
  stageId: string;
  onChoose: (stageId: string) => void;
}

/** Uploads to a stage that is chosen first, or to none. */
const UploadTo = ({ stageId, onChoose }: UploadToProps) => (
  <>
    <chakra.label srOnly htmlFor="upload-stage">
      Upload to stage
    </chakra.label>
    <Select
      id="upload-stage"
      size="xs"
      width={{ base: '9rem', sm: '13rem' }}
      value={stageId}
      onChange={(event) => onChoose(event.target.value)}
    >
      <StageOptions />
    </Select>
    <UploadButton stageId={stageId || undefined} variant="solid" />
  </>
);

/** The client's documents by stage, and those that belong to none; files dropped on the page are uploaded (product 2). */
export function DocumentsSection() {
  const { id } = useClient().client;
  const { data, error, refetch } = useQuery(documentsQuery(id));
  const [stageId, setStageId] = useState('');
  const { add } = useUploads(id);
  const over = useFileDrop(stageId, (files, to) => add(files, to || null));
  const { panel } = usePanel('documents');
  return (
    <Panel {...panel} title="Documents by Stage" actions={<UploadTo stageId={stageId} onChoose={setStageId} />}>
      <UploadList />
      {data && <DocumentGroups documents={data} over={over} />}
      {!data && error && <ErrorState title="The documents could not be loaded" error={error} onRetry={refetch} />}
      {!data && !error && <Skeletons count={4} height="10" mb="2" />}
      {over !== undefined && <DropLayer over={over} />}
    </Panel>
  );
}
