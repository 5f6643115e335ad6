import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { displayName, formatFileSize } from '#shared/rules/documents.ts';
import { flatStages } from '#shared/rules/journey.ts';
import { requestsQuery } from '../../../parts/request/requests.ts';
import type { Uploads } from '../../../parts/upload/client-uploads.ts';
import { hasFailed, isDone, type QueuedFile, type UploadTarget } from '../../../parts/upload/queued-file.ts';
import { UploadActions } from '../../../parts/upload/rows/actions.tsx';
import { FileRow } from '../../../parts/upload/rows/file-row.tsx';
import { useClient } from '../client-context.ts';
import { stageLabel } from '../journey-facts.ts';
import { useUploads } from './use-uploads.ts';

/** Returns the request or stage that an upload is for. */
function usePlace({ target: { stageId, requestId } }: QueuedFile): string {
  const { client, stages } = useClient();
  const { data: requests } = useQuery({ ...requestsQuery(client.id), enabled: requestId !== undefined });
  const request = requests?.find(({ id }) => id === requestId);
  if (request) return `For “${request.title}”`;
  const stage = flatStages(stages).find(({ id }) => id === stageId);
  return stage ? stageLabel(stage) : 'Unassigned';
}

function UploadRow({ item, queue }: { item: QueuedFile; queue: Uploads }) {
  const place = usePlace(item);
  const known = item.isKnown ? ['A document with this name already exists. Both are kept.'] : [];
  return (
    <FileRow item={item} size="xs" details={[place, formatFileSize(item.file.size), ...known]}>
      <UploadActions items={[item]} queue={queue} size="xs" name={displayName(item.file.name)} />
    </FileRow>
  );
}

/** Returns "2 of 5 uploaded, 1 failed" for all chosen files. */
function countsOf(files: readonly QueuedFile[]): string {
  const failed = files.filter(hasFailed).length;
  return [
    `${files.filter(isDone).length} of ${files.length} uploaded`,
    ...(failed > 0 ? [`${failed} failed`] : []),
  ].join(', ');
}

/** Lists the client's uploads, filtered by `isListed`. Renders nothing if there are none. */
export function UploadList({ isListed = () => true }: { isListed?: (target: UploadTarget) => boolean }) {
  const { queue, files, stored } = useUploads(useClient().client.id);
  const ofList = ({ target }: QueuedFile) => isListed(target);
  const listed = files.filter(ofList);
  const all = [...stored.filter(ofList), ...listed];
  if (listed.length === 0) return null;
  return (
    <Box bg="bg.subtle" borderWidth="1px" borderRadius="l2" px="3" py="2" mb="3">
      {all.length > 1 && (
        <Flex align="center" columnGap="1" wrap="wrap" mb="1">
          <Text role="status" textStyle="sm" fontWeight="semibold" me="auto">
            {countsOf(all)}
          </Text>
          <UploadActions items={listed} queue={queue} size="xs" />
        </Flex>
      )}
      <Box as="ul" listStyleType="none" aria-label="Uploads">
        {listed.map((item) => (
          <UploadRow key={item.id} item={item} queue={queue} />
        ))}
      </Box>
    </Box>
  );
}
