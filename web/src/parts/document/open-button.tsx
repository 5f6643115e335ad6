import { Box } from '@chakra-ui/react/box';
import type { ButtonProps } from '@chakra-ui/react/button';
import { chakra } from '@chakra-ui/react/styled-system';
import { type MutationOptions, useMutation } from '@tanstack/react-query';
import type { Document } from '#shared/contract/documents.ts';
import { ActionButton } from '../../ui/feedback/action-button.tsx';
import type { Preview } from './preview-tab.ts';
import { openingLabel, useDownload } from './use-download.ts';

export const Blocked = ({ address }: { address: string }) => (
  <Box role="alert" bg="brand.subtle" color="brand.fg" borderRadius="l2" px="3" py="2" textStyle="sm">
    Your browser blocked the preview.{' '}
    <chakra.a href={address} target="_blank" rel="noopener noreferrer" textDecoration="underline" fontWeight="medium">
      Open the preview
    </chakra.a>
  </Box>
);

const OPENING = 'Opening...';

export interface OpenProps extends ButtonProps {
  document: Document;
  onBlocked: (address: string) => void;
  preview: MutationOptions<string, Error, Preview>;
}

/** Opens a document in a new tab. */
export function OpenButton({ document, onBlocked, preview: by, children, ...button }: OpenProps) {
  const { mutateAsync } = useMutation(by);
  const { busyLabel = OPENING, cancel, track } = useDownload();
  // Opens the tab within the click, as Safari blocks tabs that open after the download.
  const preview = async () => {
    const tab = window.open('about:blank', '_blank');
    if (tab) {
      tab.document.title = document.name;
      tab.document.body.textContent = OPENING;
    }
    try {
      const address = await track((options) => {
        const onProgress = (fraction: number) => {
          options.onProgress?.(fraction);
          if (tab) tab.document.body.textContent = openingLabel(fraction);
        };
        return mutateAsync({ document, tab, ...options, onProgress });
      });
      if (!tab) return onBlocked(address);
      tab.opener = null;
      tab.location.replace(address);
    } catch (error) {
      tab?.close();
      throw error;
    }
  };
  return (
    <ActionButton
      variant="outline"
      {...button}
      onAction={preview}
      busyLabel={busyLabel}
      onCancel={busyLabel === OPENING ? undefined : cancel}
    >
      {children}
    </ActionButton>
  );
}
