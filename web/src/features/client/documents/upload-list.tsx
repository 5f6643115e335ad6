import { Box } from '@chakra-ui/react/box';
import { Button, type ButtonProps } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { Pause, Play, RotateCw, X } from 'lucide-react';
import { useState } from 'react';
import { displayName, formatFileSize } from '#shared/rules/documents.ts';
import { flatStages } from '#shared/rules/journey.ts';
import { useFocusFallback } from '../../../lib/screen/use-focus-fallback.ts';
import { requestsQuery } from '../../../parts/request/requests.ts';
import { FileRow } from '../../../parts/upload/rows/file-row.tsx';
import { CancelQuestion } from '../../../parts/upload/rows/question.tsx';
import { cancelQuestion } from '../../../parts/upload/rows/words.ts';
import {
  canPause,
  canStop,
  hasFailed,
  isDone,
  isUnderWay,
  mayPass,
  type QueuedFile,
  type UploadTarget,
} from '../../../parts/upload/upload-state.ts';
import { useClient } from '../client-context.ts';
import { stageLabel } from '../journey-facts.ts';
import { useUploads } from './uploads.ts';

const RowButton = (props: ButtonProps) => (
  <Button ref={useFocusFallback()} size="xs" variant="ghost" colorPalette="gray" {...props} />
);

interface RowActionsProps {
  item: QueuedFile;
  name: string;
  onCancel: () => void;
}

function RowActions({ item, name, onCancel }: RowActionsProps) {
  const { retry, remove, pause, unpause } = useUploads(useClient().client.id);
  const isThis = ({ id }: QueuedFile) => id === item.id;
  const isPaused = item.state.kind === 'paused';
  const [stop, onStop] = hasFailed(item) ? ['Dismiss', () => remove(isThis)] : ['Cancel', onCancel];
  return (
    <Flex gap="1" flexShrink="0">
      {mayPass(item) && (
        <RowButton
          variant="outline"
          colorPalette="brand"
          aria-label={`Try Again: ${name}`}
          onClick={() => retry(item.id)}
        >
          <RotateCw aria-hidden />
          Try Again
        </RowButton>
      )}
      {(isPaused || canPause(item)) && (
        <RowButton
          aria-label={`${isPaused ? 'Continue' : 'Pause'}: ${name}`}
          onClick={() => (isPaused ? unpause : pause)(isThis)}
        >
          {isPaused ? <Play aria-hidden /> : <Pause aria-hidden />}
          <span>{isPaused ? 'Continue' : 'Pause'}</span>
        </RowButton>
      )}
      {(canStop(item) || hasFailed(item)) && (
        <RowButton px="0" title={stop} aria-label={`${stop}: ${name}`} onClick={onStop}>
          <X aria-hidden />
        </RowButton>
      )}
    </Flex>
  );
}

/** Cancels files, after a question if something of them has arrived. */
function useCancel(items: readonly QueuedFile[]) {
  const { cancel } = useUploads(useClient().client.id);
  const [isAsking, setAsking] = useState(false);
  const now = () => cancel(({ id }) => items.some((item) => item.id === id));
  const text = cancelQuestion(items);
  const onCancel = () => (text ? setAsking(true) : now());
  const question = isAsking && text && (
    <CancelQuestion text={text} size="xs" onYes={now} onNo={() => setAsking(false)} />
  );
  return { onCancel, question };
}

/** Returns the request or stage that an upload is for. */
function usePlace({ target: { stageId, requestId } }: QueuedFile): string {
  const { client, stages } = useClient();
  const { data: requests } = useQuery({ ...requestsQuery(client.id), enabled: requestId !== undefined });
  const request = requests?.find(({ id }) => id === requestId);
  if (request) return `For “${request.title}”`;
  const stage = flatStages(stages).find(({ id }) => id === stageId);
  return stage ? stageLabel(stage) : 'Unassigned';
}

function UploadRow({ item }: { item: QueuedFile }) {
  const place = usePlace(item);
  const { onCancel, question } = useCancel([item]);
  const known = item.isKnown ? ['A document with this name already exists. Both are kept.'] : [];
  return (
    <FileRow item={item} size="xs" details={[place, formatFileSize(item.file.size), ...known]} below={question}>
      {!question && <RowActions item={item} name={displayName(item.file.name)} onCancel={onCancel} />}
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

const BulkButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Button ref={useFocusFallback()} size="xs" variant="ghost" onClick={onClick}>
    {label}
  </Button>
);

/** Shows the progress of several uploads, with buttons to retry, cancel or dismiss them all. */
function UploadTotals({ files, stored }: { files: readonly QueuedFile[]; stored: readonly QueuedFile[] }) {
  const { retry, remove } = useUploads(useClient().client.id);
  const retryable = files.filter(mayPass);
  const retryAll = () => {
    for (const { id } of retryable) retry(id);
  };
  const { onCancel, question } = useCancel(files);
  const isAnyUnderWay = files.some(isUnderWay);
  const isAnyToEnd = files.some((item) => canStop(item) || hasFailed(item));
  const removeAll = () => {
    remove((item) => files.includes(item) && hasFailed(item));
    onCancel();
  };
  return (
    <Flex align="center" columnGap="1" wrap="wrap" mb="1">
      <Text role="status" textStyle="sm" fontWeight="semibold" me="auto">
        {countsOf([...stored, ...files])}
      </Text>
      {retryable.length > 1 && <BulkButton label={`Try ${retryable.length} Again`} onClick={retryAll} />}
      {isAnyToEnd && !question && (
        <BulkButton label={isAnyUnderWay ? 'Cancel All' : 'Dismiss All'} onClick={removeAll} />
      )}
      {question}
    </Flex>
  );
}

/** Lists the client's uploads, filtered by `isListed`. Renders nothing if there are none. */
export function UploadList({ isListed = () => true }: { isListed?: (target: UploadTarget) => boolean }) {
  const uploads = useUploads(useClient().client.id);
  const files = uploads.files.filter(({ target }) => isListed(target));
  const stored = uploads.stored.filter(({ target }) => isListed(target));
  if (files.length === 0) return null;
  return (
    <Box bg="bg.subtle" borderWidth="1px" borderRadius="l2" px="3" py="2" mb="3">
      {stored.length + files.length > 1 && <UploadTotals files={files} stored={stored} />}
      <Box as="ul" listStyleType="none" aria-label="Uploads">
        {files.map((item) => (
          <UploadRow key={item.id} item={item} />
        ))}
      </Box>
    </Box>
  );
}
