import { Box } from '@chakra-ui/react/box';
import type { ButtonProps } from '@chakra-ui/react/button';
import { mutationOptions } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { useState } from 'react';
import type { Document } from '#shared/contract/documents.ts';
import type { Read } from '../../lib/query/query.ts';
import { Blocked, OpenButton } from '../../parts/document/open-button.tsx';
import { PREVIEW_FAILED, type Preview, previewPage } from '../../parts/document/preview-tab.ts';
import { touching } from './queries.ts';

const previewOwn = (token: string, touched: readonly Read[], onOpened?: () => void) =>
  mutationOptions({
    mutationFn: async (sent: Preview) => {
      const page = await previewPage({ ...sent, token });
      onOpened?.();
      return page;
    },
    meta: { failure: PREVIEW_FAILED, effect: touching(...touched), noSession: true },
  });

interface Props extends ButtonProps {
  document: Document;
  token: string;
  label: string;
  /** Reads that change as the document is opened. */
  touched?: readonly Read[];
  onOpened?: () => void;
}

/** Button that shows a document of the client in a new tab. Render it in a row that wraps. */
export default function OpenDocument({ document, token, label, touched = [], onOpened, ...look }: Props) {
  const [blocked, setBlocked] = useState<string>();
  return (
    <>
      <OpenButton
        document={document}
        preview={previewOwn(token, touched, onOpened)}
        size="lg"
        onBlocked={setBlocked}
        {...look}
      >
        <FileText aria-hidden />
        <span>{label}</span>
      </OpenButton>
      {blocked && (
        <Box flexBasis="full">
          <Blocked address={blocked} />
        </Box>
      )}
    </>
  );
}
