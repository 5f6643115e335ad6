import { Box } from '@chakra-ui/react/box';
import { Text } from '@chakra-ui/react/text';
import type { Stage } from '#shared/contract/journey.ts';
import { useAccess } from '../access.ts';
import { UploadChoice } from './upload-choice.tsx';
import { UploadProgress } from './upload-progress.tsx';
import type { Target } from './uploads.tsx';

/** Sends documents for a stage, or for none: chosen or photographed, with their progress, kept where they fail. */
export function UploadBox({ stage }: { stage?: Stage }) {
  const { token } = useAccess();
  if (!token) return null;
  const target: Target = { key: stage?.id ?? '', stageId: stage?.id ?? null };
  return (
    <Box
      role="group"
      aria-label={`Upload Document${stage ? ` for ${stage.title}` : ''}`}
      tabIndex={-1}
      borderWidth="1px"
      borderStyle="dashed"
      borderColor="border.emphasized"
      borderRadius="l2"
      p="min({spacing.4}, 3vw)"
      bg="bg.subtle"
    >
      <UploadProgress target={target} />
      <UploadChoice target={target} label="Upload Document" about={stage && `for ${stage.title}`} />
      <Text color="fg.muted" mt="3">
        Photos, PDFs and other documents up to 4 MB. A larger photo is made smaller for you. The place where a photo was
        taken is removed before it is sent.
      </Text>
    </Box>
  );
}
