import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { Camera, RotateCw, Upload } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Stage } from '#shared/contract/journey.ts';
import { useFocusFallback } from '../../lib/use-focus-fallback.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { Words } from '../../ui/words.tsx';
import { useAccess } from './access.ts';
import { type UploadState, useUploads } from './uploads.tsx';

const ONLY_TOUCH = { display: 'none', '@media (pointer: coarse)': { display: 'inline-flex' } };

// On the narrowest phone its words take two lines.
const LOOK = {
  variant: 'outline',
  bg: 'bg.surface',
  height: 'auto',
  minH: '10',
  maxW: 'full',
  py: '1.5',
  whiteSpace: 'normal',
} as const;

const Choice = ({ stage, label = 'Upload Document' }: { stage?: Stage; label?: string }) => {
  const { state, choose } = useUploads();
  const busy = state?.kind === 'sending';
  const about = stage && `${label} for ${stage.title}`;
  return (
    <Flex gap="2" wrap="wrap">
      <Button ref={useFocusFallback()} {...LOOK} disabled={busy} aria-label={about} onClick={() => choose(stage?.id)}>
        <Upload aria-hidden />
        {label}
      </Button>
      <Button {...LOOK} disabled={busy} css={ONLY_TOUCH} onClick={() => choose(stage?.id, 'camera')}>
        <Camera aria-hidden />
        Take a Photo
      </Button>
    </Flex>
  );
};

const Sending = ({ file, fraction }: Extract<UploadState, { kind: 'sending' }>) => {
  const percent = Math.round(fraction * 100);
  return (
    <Box role="status">
      <Flex justify="space-between" gap="3" mb="1.5">
        <Words as="p" truncate>
          {file.name}
        </Words>
        <Text color="fg.muted" whiteSpace="nowrap" fontVariantNumeric="tabular-nums">
          {percent < 100 ? `${percent}%` : 'Encrypting...'}
        </Text>
      </Flex>
      <ProgressBar
        label={`Uploading ${file.name}`}
        percent={percent}
        height="2"
        borderRadius="full"
        bg="bg.emphasized"
        overflow="hidden"
        transition="width 0.2s"
      />
    </Box>
  );
};

const Retry = () => (
  <Button ref={useFocusFallback()} size="sm" mt="3" onClick={useUploads().retry}>
    <RotateCw aria-hidden />
    Try Again
  </Button>
);

/** Stands clear of the toast that says the same in passing. */
const Failed = ({ file, reason, canRetry }: Extract<UploadState, { kind: 'failed' }>) => {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <Box ref={box} role="alert" mb="3" scrollMarginBottom="60">
      <Text fontWeight="semibold">
        <Words>{file.name}</Words> was not uploaded
      </Text>
      <Text color="fg.muted">{reason}</Text>
      {canRetry && <Retry />}
    </Box>
  );
};

/** Sends a document for a stage, or for none: chosen or photographed, with its progress, kept where it fails. */
export function UploadBox({ stage }: { stage?: Stage }) {
  const { token } = useAccess();
  const { state } = useUploads();
  if (!token) return null;
  const own = state?.target === stage?.id ? state : undefined;
  return (
    <Box
      tabIndex={-1}
      borderWidth="1px"
      borderStyle="dashed"
      borderColor="border.emphasized"
      borderRadius="l2"
      p="4"
      bg="bg.subtle"
    >
      {own?.kind === 'failed' && <Failed {...own} />}
      {own?.kind === 'sending' ? (
        <Sending {...own} />
      ) : (
        <Choice stage={stage} label={own ? 'Choose Another File' : undefined} />
      )}
      <Text color="fg.muted" textStyle="sm" mt="3">
        Photos, PDFs and other documents up to 4 MB. A larger photo is made smaller for you.
      </Text>
    </Box>
  );
}
