import { Box } from '@chakra-ui/react/box';
import { Button, type ButtonProps } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { CircleAlert, CircleCheck, CircleDashed, Pause, Play, RotateCw, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { countOf } from '#shared/rules/counted-words.ts';
import { fileTooLarge } from '#shared/rules/documents.ts';
import { useFocusFallback } from '../../../lib/screen/use-focus-fallback.ts';
import { largeProgress } from '../../../parts/upload/large/progress.ts';
import { canPause, isUnderWay, mayPass } from '../../../parts/upload/upload-state.ts';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import { Words } from '../../../ui/text/words.tsx';
import { useAccess } from '../access.ts';
import { type Page, type UploadTarget, useFilesFor, useUploader } from './uploader-context.ts';

const UNKNOWN = 'The document did not get through. Please try again later, or tell your adviser.';

/** Returns the progress of a file, from 0 to 1. */
const fractionOf = ({ state }: Page) => ('fraction' in state ? state.fraction : state.kind === 'done' ? 1 : 0);
const percentOf = (pages: readonly Page[]) =>
  Math.round((pages.reduce((sum, page) => sum + fractionOf(page), 0) / pages.length) * 100);

function stateLabel(page: Page): string {
  switch (page.state.kind) {
    case 'preparing':
      return 'Making it smaller...';
    case 'waiting':
    case 'paused':
      return 'Waiting';
    case 'sending':
      return percentOf([page]) < 100 ? `${percentOf([page])}%` : 'Encrypting...';
    case 'done':
      return 'Sent';
    case 'failed':
      return 'Not sent';
  }
}

const STATE = {
  preparing: [CircleDashed, 'brand.fg'],
  waiting: [CircleDashed, 'fg.subtle'],
  sending: [CircleDashed, 'brand.fg'],
  paused: [CircleDashed, 'fg.subtle'],
  done: [CircleCheck, 'green.fg'],
  failed: [CircleAlert, 'red.fg'],
} as const;

const StateIcon = ({ kind }: { kind: keyof typeof STATE }) => {
  const [Icon, color] = STATE[kind];
  return (
    <Box color={color} flexShrink="0">
      <Icon size={18} aria-hidden />
    </Box>
  );
};

function FileRow({ page }: { page: Page }) {
  const large = largeProgress(page);
  return (
    <Flex as="li" align="center" columnGap="2.5" py="1" wrap={large && 'wrap'}>
      <StateIcon kind={page.state.kind} />
      <Words flex="1" minW="0">
        {page.file.name}
      </Words>
      <Text
        color="fg.muted"
        fontVariantNumeric="tabular-nums"
        {...(large ? { flexBasis: 'full', ps: '7' } : { whiteSpace: 'nowrap' })}
      >
        {large ?? stateLabel(page)}
      </Text>
    </Flex>
  );
}

const wordFor = (pages: readonly Page[]) =>
  pages.every(({ file }) => file.type.startsWith('image/')) ? 'photo' : 'file';

const QuietButton = (props: ButtonProps) => (
  <Button ref={useFocusFallback()} size="lg" variant="ghost" colorPalette="gray" {...props} />
);

function Sending({ pages, target }: { pages: readonly Page[]; target: UploadTarget }) {
  const { uploader } = useUploader();
  const isPaused = pages.some(({ state }) => state.kind === 'paused');
  const [first] = pages;
  const sent = pages.filter(({ state }) => state.kind === 'done').length;
  const files = pages.length === 1 ? (first?.file.name ?? '') : countOf(pages.length, wordFor(pages));
  return (
    <Box>
      <Text role="status" fontWeight="semibold" mb="1.5">
        {pages.length === 1 ? (isPaused ? 'Paused' : 'Sending...') : `${sent} of ${files} sent`}
      </Text>
      <ProgressBar
        label={`Uploading ${files}`}
        percent={percentOf(pages)}
        height="2"
        borderRadius="full"
        bg="bg.emphasized"
        overflow="hidden"
        transition="width 0.2s"
      />
      <Box as="ul" listStyleType="none" mt="2">
        {pages.map((page) => (
          <FileRow key={page.id} page={page} />
        ))}
      </Box>
      <Flex mt="1" wrap="wrap">
        {(isPaused || pages.some(canPause)) && (
          <QuietButton onClick={() => (isPaused ? uploader.unpause : uploader.pause)(target)}>
            {isPaused ? <Play aria-hidden /> : <Pause aria-hidden />}
            <span>{isPaused ? 'Continue' : 'Pause'}</span>
          </QuietButton>
        )}
        <QuietButton onClick={() => uploader.cancel(target)}>
          <X aria-hidden />
          Cancel
        </QuietButton>
      </Flex>
    </Box>
  );
}

const TryAgain = ({ onClick }: { onClick: () => void }) => (
  <Button ref={useFocusFallback()} size="lg" mt="1" onClick={onClick}>
    <RotateCw aria-hidden />
    Try Again
  </Button>
);

const reasonFor = ({ state }: Page) => (state.kind === 'failed' && state.reason) || UNKNOWN;

/** Failed files, grouped by reason. Not an alert, as the toast already announces them. */
function Failed({ pages, target }: { pages: readonly Page[]; target: UploadTarget }) {
  const { uploader } = useUploader();
  const { adviser, firm } = useAccess().portal;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // An upload may fail long after the file was chosen, so does not scroll while the client types elsewhere.
    if (!document.activeElement?.matches('input, textarea')) box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <Box ref={box} role="group" aria-label="Not uploaded" scrollMarginBottom="72">
      {[...Map.groupBy(pages, reasonFor)].map(([reason, alike]) => (
        <Box key={reason} mb="2">
          {alike.map(({ id, file }) => (
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
      {pages.some(mayPass) && <TryAgain onClick={() => uploader.retry(target)} />}
    </Box>
  );
}

const Sent = ({ count }: { count: number }) => (
  <Flex role="status" align="center" gap="2.5">
    <StateIcon kind="done" />
    <span>{`${countOf(count, 'file')} added`}</span>
  </Flex>
);

export default function UploadProgress({ target }: { target: UploadTarget }) {
  const pages = useFilesFor(target);
  const { uploader } = useUploader();
  if (pages.length === 0) return null;
  const failed = pages.filter(({ state }) => state.kind === 'failed');
  const sent = pages.filter(({ state }) => state.kind === 'done');
  return (
    <Flex direction="column" gap="3" mb="3">
      {pages.some(isUnderWay) ? (
        <Sending pages={pages.filter((page) => !uploader.isEarlier(page))} target={target} />
      ) : (
        sent.length > 0 && <Sent count={sent.length} />
      )}
      {failed.length > 0 && <Failed pages={failed} target={target} />}
    </Flex>
  );
}
