import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { useEffect, useRef } from 'react';
import { countOf } from '#shared/rules/counted-words.ts';
import { fileTooLarge } from '#shared/rules/documents.ts';
import { canStop, hasFailed, isDone, isUploadUnderWay, type QueuedFile } from '../../../parts/upload/queued-file.ts';
import { UploadActions } from '../../../parts/upload/rows/actions.tsx';
import { FileRow, UploadBar, UploadIcon } from '../../../parts/upload/rows/file-row.tsx';
import { fractionOf } from '../../../parts/upload/rows/words.ts';
import { Words } from '../../../ui/text/words.tsx';
import { useAccess } from '../access.ts';
import { sentOf } from './end-notice.ts';
import { type PortalTarget, type Uploader, useFilesFor, useUploader } from './uploader-context.ts';

const UNKNOWN = 'Something went wrong on our side. Please try again later, or tell your adviser.';

const percentOf = (items: readonly QueuedFile[]) =>
  Math.round((items.reduce((sum, item) => sum + fractionOf(item), 0) / items.length) * 100);

const wordFor = (items: readonly QueuedFile[]) =>
  items.every(({ file }) => file.type.startsWith('image/')) ? 'photo' : 'file';

const titleFor = (item: QueuedFile) =>
  item.state.kind === 'paused' ? 'Paused' : canStop(item) ? 'Sending...' : 'Almost done...';

interface ListProps {
  items: readonly QueuedFile[];
  uploader: Uploader;
}

function Sending({ items, uploader }: ListProps) {
  const [first] = items;
  const sent = items.filter(isDone).length;
  const files = items.length === 1 ? (first?.file.name ?? '') : countOf(items.length, wordFor(items));
  return (
    <Box>
      <Text role="status" fontWeight="semibold" mb="1.5">
        {items.length === 1 && first ? titleFor(first) : `${sent} of ${files} sent`}
      </Text>
      <UploadBar label={`Uploading ${files}`} percent={percentOf(items)} height="2" />
      <Box as="ul" listStyleType="none" my="2">
        {items.map((item) => (
          <FileRow key={item.id} item={item} size="lg" />
        ))}
      </Box>
      <UploadActions items={items.filter(isUploadUnderWay)} queue={uploader} size="lg" />
    </Box>
  );
}

const reasonFor = ({ state }: QueuedFile) => (state.kind === 'failed' && state.reason) || UNKNOWN;

/** Failed files, grouped by reason. Not an alert, as the toast already announces them. */
function Failed({ items, uploader, sent }: ListProps & { sent: number }) {
  const { adviser, firm } = useAccess().portal;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // An upload may fail long after the file was chosen, so does not scroll while the client types elsewhere.
    if (!document.activeElement?.matches('input, textarea')) box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <Box ref={box} role="group" aria-label="Not sent" scrollMarginBottom="72">
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
                <Words>{file.name}</Words> was not sent
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
      <UploadActions items={items} queue={uploader} size="lg" />
    </Box>
  );
}

const Sent = ({ count }: { count: number }) => (
  <Flex role="status" align="center" gap="2.5">
    <UploadIcon kind="done" />
    <span>{`${countOf(count, 'file')} added`}</span>
  </Flex>
);

export default function UploadProgress({ target }: { target: PortalTarget }) {
  const items = useFilesFor(target);
  const { uploader } = useUploader();
  if (!uploader || items.length === 0) return null;
  const failed = items.filter(hasFailed);
  const stored = uploader.stored().filter((item) => item.target.key === target.key);
  const isSending = items.some(isUploadUnderWay);
  const sent = items.filter(isDone);
  return (
    <Flex direction="column" gap="3" mb="3">
      {isSending ? (
        <Sending items={items.filter((item) => !hasFailed(item) && !uploader.isEarlier(item))} uploader={uploader} />
      ) : (
        sent.length > 0 && <Sent count={sent.length} />
      )}
      {failed.length > 0 && (
        <Failed items={failed} uploader={uploader} sent={isSending ? 0 : sent.length + stored.length} />
      )}
    </Flex>
  );
}
