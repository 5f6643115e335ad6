import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { Text } from '@chakra-ui/react/text';
import { CircleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { countOf } from '#shared/rules/counted-words.ts';
import { Sheet } from '../../../ui/layout/sheet.tsx';
import { Words } from '../../../ui/text/words.tsx';
import { useAccess } from '../access.ts';
import { ANCHORS } from '../anchors.tsx';
import { DeferredPart, useDeferredParts } from '../deferred.tsx';
import { INSETS, Section } from '../section.tsx';
import {
  clearUnsent,
  type Picked,
  type Picking,
  readUnsent,
  type Source,
  type Unsent,
  type Uploads,
  UploadsContext,
  type UploadTarget,
  useAllFiles,
} from './uploads.ts';

const wordsFor = ({ count, of }: Unsent) => {
  const files = of === count ? countOf(count, 'file') : `${count} of ${countOf(of, 'file')}`;
  return count === 1
    ? `${files} was not sent. Please choose it again.`
    : `${files} were not sent. Please choose them again.`;
};

/** Reports files left unsent by an earlier visit, until dismissed or until files are chosen. */
export function UnsentNotice() {
  const { token, portal } = useAccess();
  const { id } = portal.client;
  const [unsent, setUnsent] = useState(() => (token ? readUnsent(id) : undefined));
  const isSending = useAllFiles().length > 0;
  if (!unsent || isSending) return null;
  const dismiss = () => {
    clearUnsent(id);
    setUnsent(undefined);
    document.querySelector<HTMLElement>('#next-step')?.focus({ preventScroll: true });
  };
  return (
    <Sheet px={INSETS.section} py="4" boxShadow="md">
      <Flex align="center" columnGap="3" rowGap="2" wrap="wrap">
        <Flex role="status" align="center" gap="2.5" flex="1 1 12rem" color="fg.error">
          <CircleAlert size={20} aria-hidden />
          <Text fontWeight="semibold">{wordsFor(unsent)}</Text>
        </Flex>
        <Button size="lg" variant="outline" onClick={dismiss}>
          Dismiss
        </Button>
      </Flex>
    </Sheet>
  );
}

/** Documents shown before "Show All". */
const SHORT = 5;

export function DocumentsSection() {
  const { documents, adviser } = useAccess().portal;
  return (
    <Section title="Your Documents" id={ANCHORS.documents}>
      <DeferredPart height="16rem">
        {({ DocumentList, UploadBox }) => (
          <Grid gap="4" templateColumns="minmax(0, 1fr)">
            {documents.length > 0 ? (
              <DocumentList documents={documents} first={SHORT} />
            ) : (
              <Text color="fg.muted">
                No documents yet. Files that you or <Words>{adviser.name}</Words> upload appear here.
              </Text>
            )}
            <UploadBox />
          </Grid>
        )}
      </DeferredPart>
    </Section>
  );
}

/** Returns the uploads and `send`, which queues files until the deferred chunk is loaded. */
function useSender() {
  const { token, portal } = useAccess();
  const { parts } = useDeferredParts();
  const [uploads, setUploads] = useState<Uploads>();
  const [early, setEarly] = useState<readonly Picked[]>([]);
  if (parts && !uploads) setUploads(parts.uploadsOf(portal.client.id, token));
  useEffect(() => {
    if (!uploads || early.length === 0) return;
    setEarly([]);
    for (const picked of early) uploads.send(picked);
  }, [uploads, early]);
  return { uploads, send: (picked: Picked) => setEarly((before) => [...before, picked]) };
}

const PAGE: UploadTarget = { key: '', stageId: null };

/** Holds the only file input of the portal, and its uploads. */
export function UploadsProvider({ children }: { children: ReactNode }) {
  const { token } = useAccess();
  const input = useRef<HTMLInputElement>(null);
  const requested = useRef<{ target: UploadTarget; source: Source }>({ target: PAGE, source: 'files' });
  const { uploads, send } = useSender();
  const pick: Picking['pick'] = (target, source = 'files') => {
    if (!input.current) return;
    requested.current = { target, source };
    input.current.accept = source === 'camera' ? 'image/*' : '';
    input.current.multiple = source === 'files';
    input.current.toggleAttribute('capture', source === 'camera');
    input.current.click();
  };
  const picked = () => {
    const { target, source } = requested.current;
    send({ files: [...(input.current?.files ?? [])], target, isPhoto: source === 'camera' });
    if (input.current) input.current.value = '';
  };
  return (
    <UploadsContext value={{ uploads, pick }}>
      {token && <input ref={input} type="file" multiple hidden onChange={picked} aria-label="Document to upload" />}
      {children}
    </UploadsContext>
  );
}
