import { UnfinishedList } from '../../../parts/upload/large/unfinished-list.tsx';
import { useClient } from '../client-context.ts';
import { uploadToRequest, uploadToStage, useUploads } from './use-uploads.ts';

/** Large files that were begun and not finished. */
export default function UnfinishedUploads() {
  const { id } = useClient().client;
  const { add } = useUploads(id);
  return (
    <UnfinishedList
      sender={{ clientId: id }}
      size="xs"
      bg="bg.subtle"
      borderWidth="1px"
      borderRadius="l2"
      px="3"
      py="2"
      mb="3"
      textStyle="sm"
      onSend={(file, { stageId, requestId }) =>
        add([file], requestId ? uploadToRequest(requestId) : uploadToStage(stageId))
      }
    />
  );
}
