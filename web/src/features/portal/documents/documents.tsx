import { Grid } from '@chakra-ui/react/grid';
import { Text } from '@chakra-ui/react/text';
import { Words } from '../../../ui/text/words.tsx';
import { useAccess } from '../access.ts';
import DocumentList from './document-list.tsx';
import { UploadBox } from './upload-box.tsx';

/** Documents shown before "Show All". */
const SHORT = 3;

export default function Documents() {
  const { documents, adviser } = useAccess().portal;
  return (
    <Grid gap="2" templateColumns="minmax(0, 1fr)">
      {documents.length > 0 ? (
        <DocumentList documents={documents} first={SHORT} />
      ) : (
        <Text color="fg.muted">
          No documents yet. Files that you or <Words>{adviser.name}</Words> upload appear here.
        </Text>
      )}
      <UploadBox />
    </Grid>
  );
}
