import { Box } from '@chakra-ui/react/box';
import { mutationOptions } from '@tanstack/react-query';
import { useState } from 'react';
import type { Document } from '#shared/contract/documents.ts';
import { Blocked, PreviewButton } from '../../../parts/document/document-buttons.tsx';
import { type Preview, previewDocument, previewPage } from '../../../parts/document/open-document.ts';
import { touching } from '../queries.ts';

const previewOwn = (token: string) =>
  mutationOptions({
    mutationFn: (sent: Preview) => previewPage({ ...sent, token }),
    meta: { ...previewDocument.meta, effect: touching(), noSession: true },
  });

/** Button that shows the dated copy in a new tab. */
export default function OpenCopy({ document, token }: { document: Document; token: string }) {
  const [blocked, setBlocked] = useState<string>();
  return (
    <Box mt="4">
      <PreviewButton document={document} preview={previewOwn(token)} size="lg" onBlocked={setBlocked}>
        <span>Open My Copy</span>
      </PreviewButton>
      {blocked && (
        <Box mt="2">
          <Blocked address={blocked} />
        </Box>
      )}
    </Box>
  );
}
