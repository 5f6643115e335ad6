import { Box } from '@chakra-ui/react/box';
import { Button, type ButtonProps } from '@chakra-ui/react/button';
import { chakra } from '@chakra-ui/react/styled-system';
import { useMutation } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { FILE_TOO_LARGE } from '#shared/rules/documents.ts';
import { MAX_FILE_BYTES } from '#shared/rules/limits.ts';
import { notify } from '../../../lib/notify.ts';
import { useClient } from '../client-context.ts';
import { upload } from './queries.ts';

function useUpload(stageId: string | undefined) {
  const { id: clientId } = useClient().client;
  const { mutate, isPending } = useMutation(upload);
  const [fraction, onProgress] = useState(0);
  const send = (file: File) => {
    if (file.size > MAX_FILE_BYTES) return notify({ title: 'Upload Failed', description: FILE_TOO_LARGE }, 'error');
    onProgress(0);
    mutate({ clientId, file, stageId, onProgress });
  };
  return { send, percent: isPending ? Math.round(fraction * 100) : undefined };
}

const Bar = ({ percent }: { percent: number }) => (
  <Box
    role="progressbar"
    aria-label="Upload"
    aria-valuemin={0}
    aria-valuemax={100}
    aria-valuenow={percent}
    position="absolute"
    insetX="0"
    bottom="0"
    height="3px"
  >
    <Box height="full" bg="brand.solid" borderRadius="full" style={{ width: `${percent}%` }} />
  </Box>
);

interface Props extends ButtonProps {
  /** The stage that the file is for; without it the document is unassigned. */
  stageId?: string;
  /** What the file picker is called, where several are on the page. */
  label?: string;
}

/** Lets one pick a file and uploads it, showing how far it is (product 2). */
export function UploadButton({ stageId, label = 'Upload Document', ...props }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const { send, percent } = useUpload(stageId);
  const busy = percent !== undefined;
  const pick = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? [];
    if (file) send(file);
    currentTarget.value = '';
  };
  return (
    <>
      <chakra.input ref={input} type="file" hidden aria-label={`${label}: choose a file`} onChange={pick} />
      <Button
        size="xs"
        variant="outline"
        overflow="hidden"
        aria-label={busy ? undefined : label}
        aria-disabled={busy || undefined}
        aria-busy={busy}
        onClick={() => !busy && input.current?.click()}
        {...props}
      >
        <Upload aria-hidden />
        {busy ? `Uploading ${percent}%` : 'Upload Document'}
        {busy && <Bar percent={percent} />}
      </Button>
    </>
  );
}
