import { Box } from '@chakra-ui/react/box';
import { Button, type ButtonProps } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { Pause, Play, RotateCw, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { countOf } from '#shared/rules/counted-words.ts';
import { fileTooLarge } from '#shared/rules/documents.ts';
import { useFocusFallback } from '../../../lib/screen/use-focus-fallback.ts';
import { FileRow, UploadBar, UploadIcon } from '../../../parts/upload/rows/file-row.tsx';
import { CancelQuestion } from '../../../parts/upload/rows/question.tsx';
import { cancelQuestion, fractionOf } from '../../../parts/upload/rows/words.ts';
import {
  canPause,
  canStop,
  hasFailed,
  isDone,
  isUnderWay,
  mayPass,
  type QueuedFile,
} from '../../../parts/upload/upload-state.ts';
import { Words } from '../../../ui/text/words.tsx';
import { useAccess } from '../access.ts';
import { sentOf } from './uploader.ts';
import { type UploadTarget, useFilesFor, useUploader } from './uploader-context.ts';

const UNKNOWN = 'The document did not get through. Please try again later, or tell your adviser.';

const percentOf = (items: readonly QueuedFile[]) =>
  Math.round((items.reduce((sum, item) => sum + fractionOf(item), 0) / items.length) * 100);

const wordFor = (items: readonly QueuedFile[]) =>
  items.every(({ file }) => file.type.startsWith('image/')) ? 'photo' : 'file';

const QuietButton = (props: ButtonProps) => (
  <Button ref={useFocusFallback()} size="lg" variant="ghost" colorPalette="gray" {...props} />
);

const titleFor = (item: QueuedFile) =>
  item.state.kind === 'paused' ? 'Paused' : canStop(item) ? 'Sending...' : 'Almost done...';

function Sending({ items, target }: { items: readonly QueuedFile[]; target: UploadTarget }) {
  const { uploader } = useUploader();
  const [isAsking, setAsking] = useState(false);
  const isPaused = items.some(({ state }) => state.kind === 'paused');
  const [first] = items;
  const sent = items.filter(isDone).length;
  const files = items.length === 1 ? (first?.file.name ?? '') : countOf(items.length, wordFor(items));
  const text = cancelQuestion(items);
  const cancel = () => uploader.cancel(target);
  return (
    <Box>
      <Text role="status" fontWeight="semibold" mb="1.5">
        {items.length === 1 && first ? titleFor(first) : `${sent} of ${files} sent`}
      </Text>
      <UploadBar label={`Uploading ${files}`} percent={percentOf(items)} height="2" />
      <Box as="ul" listStyleType="none" mt="2">
        {items.map((item) => (
          <FileRow key={item.id} item={item} size="lg" />
        ))}
      </Box>
      {isAsking && text ? (
        <CancelQuestion text={text} size="lg" onYes={cancel} onNo={() => setAsking(false)} />
      ) : (
        <Flex mt="1" wrap="wrap">
          {(isPaused || items.some(canPause)) && (
            <QuietButton onClick={() => (isPaused ? uploader.unpause : uploader.pause)(target)}>
              {isPaused ? <Play aria-hidden /> : <Pause aria-hidden />}
              <span>{isPaused ? 'Continue' : 'Pause'}</span>
            </QuietButton>
          )}
          {items.some(canStop) && (
            <QuietButton onClick={() => (text ? setAsking(true) : cancel())}>
              <X aria-hidden />
              Cancel
            </QuietButton>
          )}
        </Flex>
      )}
    </Box>
  );
}

const TryAgain = ({ onClick }: { onClick: () => void }) => (
  <Button ref={useFocusFallback()} size="lg" mt="1" onClick={onClick}>
    <RotateCw aria-hidden />
    Try Again
  </Button>
);

const reasonFor = ({ state }: QueuedFile) => (state.kind === 'failed' && state.reason) || UNKNOWN;

/** Failed files, grouped by reason. Not an alert, as the toast already announces them. */
function Failed({ items, sent, target }: { items: readonly QueuedFile[]; sent: number; target: UploadTarget }) {
  const { uploader } = useUploader();
  const { adviser, firm } = useAccess().portal;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // An upload may fail long after the file was chosen, so does not scroll while the client types elsewhere.
    if (!document.activeElement?.matches('input, textarea')) box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <Box ref={box} role="group" aria-label="Not uploaded" scrollMarginBottom="72">
      {sent > 0 && (
        <Text mb="2" fontWeight="semibold">
          {sentOf(items.length, sent + items.length)}
        </Text>
      )}
      {[...new Set(items.map(reasonFor))].map((reason) => (
        <Box key={reason} mb="2">
          {items
            .filter((item) => reasonFor(item) === reason)
            .map(({ id, file }) => (
              <Text key={id} fontWeight="semibold">
                <Words>{file.name}</Words> was not uploaded
              </Text>
            ))}
          <Text color="fg.muted">
            <span>{reason}</span>
            {reason === fileTooLarge(firm.maxMb) && (
              <span>
                {' '}
                You can also photograph its pages, or tell <Words>{adviser.name}</Words>.
              </span>
            )}
          </Text>
        </Box>
      ))}
      {items.some(mayPass) && <TryAgain onClick={() => uploader.retry(target)} />}
    </Box>
  );
}

const Sent = ({ count }: { count: number }) => (
  <Flex role="status" align="center" gap="2.5">
    <UploadIcon kind="done" />
    <span>{`${countOf(count, 'file')} added`}</span>
  </Flex>
);

export default function UploadProgress({ target }: { target: UploadTarget }) {
  const items = useFilesFor(target);
  const { uploader } = useUploader();
  if (items.length === 0) return null;
  const failed = items.filter(hasFailed);
  const sent = items.filter(isDone);
  return (
    <Flex direction="column" gap="3" mb="3">
      {items.some(isUnderWay) ? (
        <Sending items={items.filter((item) => !uploader.isEarlier(item))} target={target} />
      ) : (
        sent.length > 0 && <Sent count={sent.length} />
      )}
      {failed.length > 0 && (
        <Failed items={failed} sent={sent.length + uploader.stored(target).length} target={target} />
      )}
    </Flex>
  );
}
