import { Box } from '@chakra-ui/react/box';
import { UnfinishedLine, useUnfinished } from '../../../parts/upload/large/unfinished.tsx';
import { Sheet } from '../../../ui/layout/sheet.tsx';
import { useAccess } from '../access.ts';
import UploadProgress from '../documents/upload-progress.tsx';
import { type UploadTarget, useFilesFor, useUploader } from '../documents/uploader-context.ts';
import { INSETS } from '../section.tsx';

const CONTINUED: UploadTarget = { key: 'continued', stageId: null };

/** Large files that an earlier visit left unfinished, and their progress once they are chosen again. */
export default function Unfinished() {
  const { token, portal } = useAccess();
  const { uploader } = useUploader();
  const { unfinished, remove } = useUnfinished(portal.client.id, token);
  const files = useFilesFor(CONTINUED);
  if (unfinished.length + files.length === 0) return null;
  return (
    <Sheet px={INSETS.section} py="4" boxShadow="md">
      <UploadProgress target={CONTINUED} />
      <Box as="ul" listStyleType="none" aria-label="Unfinished uploads">
        {unfinished.map((upload) => (
          <UnfinishedLine
            key={upload.stored.id}
            upload={upload}
            token={token}
            size="lg"
            onRemove={() => remove(upload)}
            onSend={(file, { stageId = null, taskId, requestId }) =>
              uploader.send({
                files: [file],
                target: { ...CONTINUED, stageId, taskId, requestId },
                isPhoto: false,
              })
            }
          />
        ))}
      </Box>
    </Sheet>
  );
}
