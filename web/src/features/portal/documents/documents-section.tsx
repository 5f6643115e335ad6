import { Grid } from '@chakra-ui/react/grid';
import { Text } from '@chakra-ui/react/text';
import { Words } from '../../../ui/text/words.tsx';
import { useAccess } from '../access.ts';
import { ANCHORS } from '../anchors.ts';
import { LatePart } from '../late.tsx';
import { Section } from '../section.tsx';

/** How many are shown before one asks for all. */
const SHORT = 5;

/** All documents of the client, the latest first, and a way to send one that belongs to no stage. */
export function DocumentsSection() {
  const { documents, adviser } = useAccess().portal;
  return (
    <Section title="Your Documents" id={ANCHORS.documents}>
      <LatePart height="16rem">
        {({ DocumentList, UploadBox }) => (
          <Grid gap="4" templateColumns="minmax(0, 1fr)">
            {documents.length > 0 ? (
              <DocumentList documents={documents} first={SHORT} />
            ) : (
              <Text color="fg.muted">
                No documents yet. What you or <Words>{adviser.name}</Words> upload appears here.
              </Text>
            )}
            <UploadBox />
          </Grid>
        )}
      </LatePart>
    </Section>
  );
}
