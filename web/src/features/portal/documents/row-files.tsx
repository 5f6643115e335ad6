import { Box } from '@chakra-ui/react/box';
import { Text } from '@chakra-ui/react/text';
import { useId } from 'react';
import type { Document } from '#shared/contract/documents.ts';
import type { ClientRequest } from '#shared/contract/requests.ts';
import { preloadedPart } from '../preloaded-part.tsx';
import { FoldedRows } from '../row.tsx';

const DocumentList = preloadedPart(() => import('./document-list.tsx'), '4.5rem');

interface Props {
  documents: readonly Document[];
  titleId: string;
  request?: ClientRequest;
}

/** Files of a task or request, if there are any. */
export function RowFiles({ documents, titleId, request }: Props) {
  const id = useId();
  if (documents.length === 0) return null;
  return (
    <Box mt="3" role="group" aria-labelledby={`${id} ${titleId}`}>
      <Text id={id} fontWeight="semibold">
        Files:
      </Text>
      <DocumentList documents={documents} first={3} request={request} />
    </Box>
  );
}

/** Files of earlier attempts of a request, folded. */
export const EarlierFiles = ({ documents }: Pick<Props, 'documents'>) =>
  documents.length > 0 && (
    <FoldedRows label="Sent before, not needed any more">
      <DocumentList documents={documents} />
    </FoldedRows>
  );
