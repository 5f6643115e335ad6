import { Button, type ButtonProps } from '@chakra-ui/react/button';
import { chakra } from '@chakra-ui/react/styled-system';
import { useMutation } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { FILE_TOO_LARGE } from '#shared/rules/documents.ts';
import { MAX_FILE_BYTES } from '#shared/rules/limits.ts';
import { notify } from '../../../lib/notify.ts';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
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
        {busy && (
          <ProgressBar
            label="Upload"
            percent={percent}
            position="absolute"
            insetX="0"
            bottom="0"
            height="3px"
            borderRadius="full"
          />
        )}
      </Button>
    </>
  );
}
