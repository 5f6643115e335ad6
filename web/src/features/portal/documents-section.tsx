import { Grid } from '@chakra-ui/react/grid';
import { Text } from '@chakra-ui/react/text';
import { Words } from '../../ui/words.tsx';
import { useAccess } from './access.ts';
import { DocumentList } from './document-list.tsx';
import { Section } from './section.tsx';
import { UploadBox } from './upload-box.tsx';

/** All documents of the client, and a way to send one that belongs to no stage. */
export function DocumentsSection() {
  const { documents, adviser } = useAccess().portal;
  return (
    <Section title="Your Documents">
      <Grid gap="4" templateColumns="minmax(0, 1fr)">
        {documents.length > 0 ? (
          <DocumentList documents={documents} />
        ) : (
          <Text color="fg.muted">
            No documents yet. What you or <Words>{adviser.name}</Words> upload appears here.
          </Text>
        )}
        <UploadBox />
      </Grid>
    </Section>
  );
}
