import { Box } from '@chakra-ui/react/box';
import { Text } from '@chakra-ui/react/text';
import type { Document } from '#shared/contract/documents.ts';
import { DocumentRow } from './document-row.tsx';

/** Documents below each other, or a line that says that there are none. */
export const DocumentList = ({ documents }: { documents: readonly Document[] }) =>
  documents.length === 0 ? (
    <Text textStyle="sm" color="fg.muted" py="1">
      No documents
    </Text>
  ) : (
    <Box as="ul" listStyleType="none">
      {documents.map((document) => (
        <DocumentRow key={document.id} document={document} />
      ))}
    </Box>
  );
