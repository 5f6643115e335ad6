import { Box } from '@chakra-ui/react/box';
import { Text } from '@chakra-ui/react/text';
import { useId } from 'react';
import type { Document } from '#shared/contract/documents.ts';
import { preloadedPart } from '../preloaded-part.tsx';

const DocumentList = preloadedPart(() => import('./document-list.tsx'), '4.5rem');

/** Files of a task or request, if there are any. */
export function RowFiles({ documents, titleId }: { documents: readonly Document[]; titleId: string }) {
  const id = useId();
  if (documents.length === 0) return null;
  return (
    <Box mt="3" role="group" aria-labelledby={`${id} ${titleId}`}>
      <Text id={id} fontWeight="semibold">
        Files:
      </Text>
      <DocumentList documents={documents} first={3} hidesSubject />
    </Box>
  );
}
