import { Box } from '@chakra-ui/react/box';
import { Button, type ButtonProps } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, Pause, Play, RotateCw, X } from 'lucide-react';
import { displayName, formatFileSize } from '#shared/rules/documents.ts';
import { flatStages } from '#shared/rules/journey.ts';
import { useFocusFallback } from '../../../lib/screen/use-focus-fallback.ts';
import { requestsQuery } from '../../../parts/request/requests.ts';
import { largeProgress } from '../../../parts/upload/large/progress.ts';
import { canPause, canStop, isUnderWay, mayPass } from '../../../parts/upload/upload-state.ts';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import { Words } from '../../../ui/text/words.tsx';
import { useClient } from '../client-context.ts';
import { stageLabel } from '../journey-facts.ts';
import { type Uploading, useUploads } from './uploads.ts';

const percentOf = (fraction: number) => Math.round(fraction * 100);

function progressOf({ state, file }: Uploading): string[] {
  const large = largeProgress({ state, file });
  if (large) return [large.replace(/\.$/, '')];
  if (state.kind === 'failed') return [];
  if (state.kind === 'done') return ['Uploaded'];
  if (state.kind !== 'sending') return ['Waiting'];
  return [state.fraction < 1 ? `Uploading ${percentOf(state.fraction)}%` : 'Encrypting...'];
}

const RowButton = (props: ButtonProps) => (
  <Button ref={useFocusFallback()} size="xs" variant="ghost" colorPalette="gray" {...props} />
);

function RowActions({ item, name }: { item: Uploading; name: string }) {
  const { retry, remove, pause, unpause } = useUploads(useClient().client.id);
  const isThis = ({ id }: Uploading) => id === item.id;
  const isPaused = item.state.kind === 'paused';
  const stop = item.state.kind === 'failed' ? 'Dismiss' : 'Cancel';
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
      {(canStop(item) || item.state.kind === 'failed') && (
        <RowButton px="0" title={stop} aria-label={`${stop}: ${name}`} onClick={() => remove(isThis)}>
          <X aria-hidden />
        </RowButton>
      )}
    </Flex>
  );
}

/** Returns the request or stage that an upload is for. */
function usePlace({ stageId, requestId }: Uploading): string {
  const { client, stages } = useClient();
  const { data: requests } = useQuery({ ...requestsQuery(client.id), enabled: requestId !== undefined });
  const request = requests?.find(({ id }) => id === requestId);
  if (request) return `For “${request.title}”`;
  const stage = flatStages(stages).find(({ id }) => id === stageId);
  return stage ? stageLabel(stage) : 'Unassigned';
}

function UploadRow({ item }: { item: Uploading }) {
  const { state, file, isKnown } = item;
  const place = usePlace(item);
  const name = displayName(file.name);
  return (
    <Box as="li" py="2" borderTopWidth="1px" borderColor="border.muted" _first={{ borderTopWidth: 0 }}>
      <Flex align="center" gap="3">
        <Box flex="1" minW="0">
          <Words as="p" textStyle="sm" fontWeight="medium">
            {name}
          </Words>
          {state.kind === 'failed' && (
            <Flex align="center" gap="1" textStyle="xs" color="red.fg">
              <Box as={CircleAlert} boxSize="3.5" flexShrink="0" aria-hidden />
              <Text>{state.reason ?? 'Not uploaded. Please try again later.'}</Text>
            </Flex>
          )}
          <Text textStyle="xs" color="fg.muted" fontVariantNumeric="tabular-nums">
            {[
              ...progressOf(item),
              place,
              formatFileSize(file.size),
              ...(isKnown ? ['A document with this name already exists. Both are kept.'] : []),
            ].join(' · ')}
          </Text>
        </Box>
        <RowActions item={item} name={name} />
      </Flex>
      {(state.kind === 'sending' || state.kind === 'paused') && (
        <ProgressBar
          label={`Uploading ${name}`}
          percent={percentOf(state.fraction)}
          mt="1.5"
          height="1"
          borderRadius="full"
          bg="bg.emphasized"
          overflow="hidden"
          transition="width 0.2s"
        />
      )}
    </Box>
  );
}

/** Returns "2 of 5 uploaded, 1 failed" for all chosen files. */
function countsOf(files: readonly Uploading[]): string {
  const count = (kind: Uploading['state']['kind']) => files.filter(({ state }) => state.kind === kind).length;
  const failed = count('failed');
  return [`${count('done')} of ${files.length} uploaded`, ...(failed > 0 ? [`${failed} failed`] : [])].join(', ');
}

const BulkButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Button ref={useFocusFallback()} size="xs" variant="ghost" onClick={onClick}>
    {label}
  </Button>
);

/** Shows the progress of several uploads, with buttons to retry, cancel or dismiss them all. */
function UploadTotals({ files, uploaded }: { files: readonly Uploading[]; uploaded: readonly Uploading[] }) {
  const { retry, remove } = useUploads(useClient().client.id);
  const retryable = files.filter(mayPass);
  const retryAll = () => {
    for (const { id } of retryable) retry(id);
  };
  const removeAll = () => remove((item) => files.includes(item) && (canStop(item) || item.state.kind === 'failed'));
  return (
    <Flex align="center" columnGap="1" wrap="wrap" mb="1">
      <Text role="status" textStyle="sm" fontWeight="semibold" me="auto">
        {countsOf([...uploaded, ...files])}
      </Text>
      {retryable.length > 1 && <BulkButton label={`Try ${retryable.length} Again`} onClick={retryAll} />}
      <BulkButton label={files.some(isUnderWay) ? 'Cancel All' : 'Dismiss All'} onClick={removeAll} />
    </Flex>
  );
}

/** Lists the client's uploads, filtered by `isListed`. Renders nothing if there are none. */
export function UploadList({ isListed = () => true }: { isListed?: (item: Uploading) => boolean }) {
  const uploads = useUploads(useClient().client.id);
  const files = uploads.files.filter(isListed);
  const uploaded = uploads.uploaded.filter(isListed);
  if (files.length === 0) return null;
  return (
    <Box bg="bg.subtle" borderWidth="1px" borderRadius="l2" px="3" py="2" mb="3">
      {uploaded.length + files.length > 1 && <UploadTotals files={files} uploaded={uploaded} />}
      <Box as="ul" listStyleType="none" aria-label="Uploads">
        {files.map((item) => (
          <UploadRow key={item.id} item={item} />
        ))}
      </Box>
    </Box>
  );
}
