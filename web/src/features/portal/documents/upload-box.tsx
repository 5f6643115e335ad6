import { Box } from '@chakra-ui/react/box';
import { Text } from '@chakra-ui/react/text';
import { useEffect } from 'react';
import type { Stage } from '#shared/contract/journey.ts';
import { loadSending } from '../../../parts/upload/client-uploads.ts';
import { useAccess } from '../access.ts';
import { UploadChoice } from './upload-choice.tsx';
import UploadProgress from './upload-progress.tsx';
import type { PortalTarget } from './uploader-context.ts';

/** Uploads documents for a stage, or for none; failed files can be retried. */
export function UploadBox({ stage }: { stage?: Stage }) {
  const { token, portal } = useAccess();
  // Loaded ahead, as files are also chosen without a connection.
  useEffect(() => void loadSending().catch(() => undefined), []);
  if (!token) return null;
  const target: PortalTarget = { key: stage?.id ?? '', stageId: stage?.id ?? null };
  return (
    <Box role="group" aria-label={`Upload Document${stage ? ` for ${stage.title}` : ''}`} tabIndex={-1}>
      <UploadProgress target={target} />
      <UploadChoice target={target} label="Upload Document" about={stage && `for ${stage.title}`} />
      <Text color="fg.muted" mt="1">
        {`Up to ${portal.firm.maxMb} MB each. We remove from photos where they were taken, but not from videos.`}
      </Text>
    </Box>
  );
}
