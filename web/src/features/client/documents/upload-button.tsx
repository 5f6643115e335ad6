import { Button, type ButtonProps } from '@chakra-ui/react/button';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { Upload } from 'lucide-react';
import { type ChangeEvent, useRef } from 'react';
import type { Document } from '#shared/contract/documents.ts';
import { usePhotosChoice } from '../../../parts/upload/photos/photos-choice.tsx';
import { useClient } from '../client-context.ts';
import { maxMb, uploadToRequest, uploadToStage, useUploads } from './use-uploads.ts';

interface Props extends ButtonProps {
  /** Without it, the documents are unassigned. */
  stageId?: string;
  /** The documents get the stage of their request. */
  requestId?: string;
  /** Accessible name, for pages with several upload buttons. */
  label?: string;
  /** Called with the stored document. Only one file can then be chosen. */
  onStored?: (document: Document) => void;
}

export function UploadButton({
  stageId = '',
  requestId,
  label = 'Upload Document',
  onStored,
  children = 'Upload Document',
  ...props
}: Props) {
  const input = useRef<HTMLInputElement>(null);
  const { add } = useUploads(useClient().client.id);
  const { offer, dialog } = usePhotosChoice(maxMb());
  const pick = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const place = requestId ? uploadToRequest(requestId) : uploadToStage(stageId || null);
    offer({ files: [...(currentTarget.files ?? [])], send: (files) => add(files, { ...place, onStored }) });
    currentTarget.value = '';
  };
  return (
    <>
      <chakra.input
        ref={input}
        type="file"
        multiple={!onStored}
        hidden
        aria-label={`${label}: choose a file`}
        onChange={pick}
      />
      <Button size="xs" variant="outline" aria-label={label} onClick={() => input.current?.click()} {...props}>
        <Upload aria-hidden />
        {children}
      </Button>
      {dialog}
    </>
  );
}

export const UploadLimit = () => (
  <Text textStyle="xs" color="fg.muted" alignSelf="center">
    {`Up to ${maxMb()} MB each.`}
  </Text>
);
