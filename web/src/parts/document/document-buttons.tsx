import type { ButtonProps } from '@chakra-ui/react/button';
import { useMutation } from '@tanstack/react-query';
import { Download, Eye } from 'lucide-react';
import type { Document } from '#shared/contract/documents.ts';
import { ActionButton } from '../../ui/feedback/action-button.tsx';
import { OpenButton, type OpenProps } from './open-button.tsx';
import { downloadDocument, previewDocument } from './open-document.ts';
import { useDownload } from './use-download.ts';

export { Blocked } from './open-button.tsx';

/** Opens a document in a new tab, as staff. */
export const PreviewButton = ({ children, ...props }: Omit<OpenProps, 'preview'>) => (
  <OpenButton preview={previewDocument} {...props}>
    <Eye aria-hidden />
    {children}
  </OpenButton>
);

export function DownloadButton({ document, children, ...button }: ButtonProps & { document: Document }) {
  const { mutateAsync } = useMutation(downloadDocument);
  const { busyLabel, cancel, track } = useDownload();
  const download = () => track((options) => mutateAsync({ ...document, ...options }));
  return (
    <ActionButton
      {...button}
      onAction={download}
      busyLabel={busyLabel ?? 'Downloading...'}
      onCancel={busyLabel === undefined ? undefined : cancel}
    >
      <Download aria-hidden />
      {children}
    </ActionButton>
  );
}
