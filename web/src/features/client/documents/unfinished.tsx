import { Box } from '@chakra-ui/react/box';
import { UnfinishedLine, useUnfinished } from '../../../parts/upload/large/unfinished.tsx';
import { useClient } from '../client-context.ts';
import { toRequest, toStage, useUploads } from './uploads.ts';

/** Large files that an earlier visit left unfinished. */
export default function Unfinished() {
  const { id } = useClient().client;
  const { add } = useUploads(id);
  const { unfinished, remove } = useUnfinished(id);
  if (unfinished.length === 0) return null;
  return (
    <Box
      as="ul"
      listStyleType="none"
      aria-label="Unfinished uploads"
      bg="bg.subtle"
      borderWidth="1px"
      borderRadius="l2"
      px="3"
      py="2"
      mb="3"
      textStyle="sm"
    >
      {unfinished.map((upload) => (
        <UnfinishedLine
          key={upload.stored.id}
          upload={upload}
          size="xs"
          onRemove={() => remove(upload)}
          onSend={(file, { stageId, requestId }) => add([file], requestId ? toRequest(requestId) : toStage(stageId))}
        />
      ))}
    </Box>
  );
}
